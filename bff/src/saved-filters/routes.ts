import * as contract from '@portal/contract/saved-filters/saved-filters';
import type { SavedFilter } from '@portal/proto/identity/v1/saved_filters';
import { route } from '../http/route.ts';

const filterView = ({ id, author, query, ...filter }: SavedFilter): contract.SavedFilter => ({
  ...filter,
  filterId: id,
  by: author,
  query: JSON.parse(query) as Record<string, unknown>,
});

export const savedFilterRoutes = [
  route(contract.getFilters, async ({ input, by }, { identity }) => {
    const { filters } = await identity.savedFilters.listFilters(input, by);
    return { filters: filters.map(filterView) };
  }),

  route(contract.saveFilter, async ({ input, by }, { identity }) => {
    const { filterId, table, name = '', query = {}, sharedWith = [], remove = false } = input;
    const { filters } = await identity.savedFilters.saveFilter(
      { filterId, table, name, query: JSON.stringify(query), sharedWith, remove },
      by,
    );
    return { filters: filters.map(filterView) };
  }),
];
