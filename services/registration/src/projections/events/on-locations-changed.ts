import { on } from '@portal/kit/events/inbox';
import { LocationsChanged } from '@portal/proto/catalog/v1/events';
import { keepChanged } from '../keep-changed.ts';
import { fetchLocations } from '../read-projections.ts';

export const onLocationsChanged = on(LocationsChanged, {
  prepare: () => fetchLocations(0),
  apply: (tx, _event, { version, locations }) =>
    keepChanged(tx, { locations: { version, locations } }),
});
