import { type Part, rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import {
  OfficeLocationsServiceDefinition,
  type OfficeLocation as WireOfficeLocation,
} from '@portal/proto/catalog/v1/office_locations';
import { typed } from '../typed.ts';
import { listOfficeLocations } from './list-office-locations.ts';
import type { OfficeLocation } from './office-location.ts';
import { retireLocation, saveOfficeLocation } from './save-office-location.ts';

export const officeLocationRpcs = rpcs(OfficeLocationsServiceDefinition, {
  listOfficeLocations: {
    handle: async ({ retired, search, ids }, call) => ({
      locations: (await listOfficeLocations(call, { retired, search: typed(search), ids })).map(
        toWire,
      ),
    }),
  },
  saveOfficeLocation: {
    handle: async ({ id, version, location: wire, israel, closesAt, rooms }, call) => ({
      location: toWire(
        await saveOfficeLocation(call, {
          id,
          version,
          israel,
          closesAt,
          location: {
            name: typed(wire?.name) ?? '',
            address: typed(wire?.address),
            city: typed(wire?.city),
            phone: typed(wire?.phone),
            adminOnly: wire?.adminOnly ?? false,
            byAppointment: wire?.byAppointment ?? false,
            seminaryStudyProgramIds: [...new Set(wire?.seminaryStudyProgramIds)].sort(
              (a, b) => a - b,
            ),
          },
          rooms: rooms.map((room) => ({ ...room, name: room.name.trim() })),
        }),
      ),
    }),
  },
  retireLocation: {
    handle: async (wanted, call) => ({ location: toWire(await retireLocation(call, wanted)) }),
  },
});

const toWire = ({ location, ...seen }: OfficeLocation): Part<WireOfficeLocation> => ({
  ...present(seen),
  location: present(location),
});
