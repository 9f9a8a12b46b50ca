import { STAFF_ROLES } from '@portal/access/roles';
import * as z from 'zod';
import { call } from '../call.ts';
import { flag, id, text } from '../types.ts';
import { filterTables } from './filter-tables.ts';

const table = z.enum(filterTables, { error: 'table invalid' });
const role = z.enum(STAFF_ROLES as [string, ...string[]], { error: 'Role invalid' });
const MAX_QUERY_BYTES = 4096;

const SavedFilter = z
  .object({
    filterId: z.int(),
    table: z.string(),
    name: z.string(),
    query: z.record(z.string(), z.unknown()).describe('What the table asks for'),
    sharedWith: z.array(z.string()).describe('Roles whose holders see it'),
    mine: z.boolean(),
    by: z.string().describe('Name of its author'),
  })
  .meta({ id: 'SavedFilter' });
export type SavedFilter = z.output<typeof SavedFilter>;
const answer = z.object({ filters: z.array(SavedFilter) });

/** C-O51 */
export const getFilters = call({
  method: 'GET',
  path: '/api/office/filters',
  summary: 'The own filters of a table, and those shared with a role of the caller',
  permission: 'saved_filter.keep',
  query: z.object({ table }),
  answer,
});

/** C-O51 */
export const saveFilter = call({
  method: 'POST',
  path: '/api/office/filters',
  keyed: true,
  summary: 'Adds, changes or removes a filter of the own, and gives the list',
  description:
    'Shared with roles of the own; an admin shares with any. ' +
    'A filter is changed by its author alone. At most 50 of a table.',
  permission: 'saved_filter.keep',
  body: z
    .object({
      filterId: id.optional().describe('None: a new one'),
      table,
      name: text(60).optional(),
      query: z
        .record(z.string().max(100), z.unknown(), { error: 'Filter invalid' })
        .refine(
          (query) => new TextEncoder().encode(JSON.stringify(query)).length <= MAX_QUERY_BYTES,
          'Filter invalid',
        )
        .optional()
        .meta({ examples: [{ search: 'rivka' }] }),
      sharedWith: z.array(role, { error: 'Role invalid' }).max(20, 'Role invalid').optional(),
      remove: flag.optional(),
    })
    .superRefine(({ name, query, filterId, remove }, context) => {
      const missing = remove ? { filterId } : { name, query };
      for (const [path, value] of Object.entries(missing))
        if (value === undefined)
          context.addIssue({ code: 'custom', path: [path], message: 'Required' });
    }),
  answer,
  refuses: {
    name_taken: 409,
    too_many_filters: 409,
    role_not_held: 403,
    private_field: 422,
    filter_not_found: 404,
  },
});
