import type { Call } from '@portal/kit/commands/command';
import { rpcs } from '@portal/kit/grpc/rpc';
import { SavedFiltersServiceDefinition } from '@portal/proto/identity/v1/saved_filters';
import { listFilterRows } from './filter-store.ts';
import { saveFilter } from './save-filter.ts';

const list = async ({ db, actor }: Call, table: string) =>
  (await listFilterRows(db, { userId: actor.id, roles: actor.roles, table })).map((row) => ({
    id: row.id,
    table: row.tableName,
    name: row.name,
    sharedWith: row.sharedWith,
    query: JSON.stringify(row.query),
    author: row.author,
    mine: row.userId === actor.id,
  }));

export const savedFilterRpcs = rpcs(SavedFiltersServiceDefinition, {
  listFilters: {
    handle: async ({ table }, call) => ({ filters: await list(call, table) }),
  },
  saveFilter: {
    handle: async ({ filterId, name, ...form }, call) => {
      await saveFilter(call, {
        ...form,
        filterId: filterId ?? null,
        name: name.trim().normalize('NFC'),
      });
      return { filters: await list(call, form.table) };
    },
  },
});
