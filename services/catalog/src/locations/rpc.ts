import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import {
  LocationsServiceDefinition,
  type Location as WireLocation,
} from '@portal/proto/catalog/v1/locations';
import { typed } from '../typed.ts';
import { listLocations } from './list-locations.ts';
import type { LocationFields } from './location.ts';
import { saveLocation } from './save-location.ts';

export const locationRpcs = rpcs(LocationsServiceDefinition, {
  listLocations: {
    handle: async ({ knownVersion }, call) => {
      const list = await listLocations(call, knownVersion);
      return { ...list, locations: list.locations.map(present) };
    },
  },
  saveLocation: {
    handle: async ({ location }, call) => ({
      location: present(
        await saveLocation(call, { id: location?.id ?? 0, location: fromWire(location) }),
      ),
    }),
  },
});

function fromWire(wire: WireLocation | undefined): LocationFields {
  return {
    name: typed(wire?.name) ?? '',
    address: typed(wire?.address),
    city: typed(wire?.city),
    phone: typed(wire?.phone),
    adminOnly: wire?.adminOnly ?? false,
    byAppointment: wire?.byAppointment ?? false,
    seminaryStudyProgramIds: [...new Set(wire?.seminaryStudyProgramIds)].sort((a, b) => a - b),
    active: wire?.active ?? false,
    contactFirstName: typed(wire?.contactFirstName),
    contactLastName: typed(wire?.contactLastName),
  };
}
