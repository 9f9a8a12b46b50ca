import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';
import {
  type FilterForm,
  filterErrors,
  holdsPrivateField,
  inOrder,
  MAX_OF_TABLE,
  mayShareWith,
  readFilter,
} from './filter-rules.ts';
import {
  deleteFilter,
  insertFilter,
  listOwnFilters,
  lockFiltersOf,
  updateFilter,
} from './filter-store.ts';

export interface SaveFilter extends FilterForm {
  /** Null: a new one. */
  filterId: number | null;
  remove: boolean;
}

/**
 * Adds, changes or removes a filter of the caller (C-O51, R-574); a filter of another account is
 * not found. Refuses with invalid, name_taken, too_many_filters, role_not_held, private_field or
 * filter_not_found.
 */
export async function saveFilter(call: Call, form: SaveFilter): Promise<void> {
  if (!form.remove) {
    const [first, ...others] = filterErrors(form);
    if (first) throw invalid(first, ...others);
    if (holdsPrivateField(readFilter(form.query))) throw domainError('private_field');
    if (!mayShareWith(call.actor, form.sharedWith)) throw domainError('role_not_held');
  }
  await save(call, form);
}

const save = command('saveFilter', async (tx: Tx, form: SaveFilter): Promise<void> => {
  const { actor, now } = tx;
  await lockFiltersOf(tx, actor.id);
  const own = await listOwnFilters(tx, actor.id);
  const known = own.find(({ id }) => id === form.filterId);
  if (form.filterId !== null && known?.tableName !== form.table)
    throw domainError('filter_not_found');
  if (form.remove) {
    if (!known) throw domainError('filter_not_found');
    await deleteFilter(tx, known.id);
    tx.audit({ op: 'delete', table: 'saved_filter', id: known.id, change: { name: known.name } });
    return;
  }
  const ofTable = own.filter(({ tableName }) => tableName === form.table);
  const isTaken = ofTable.some(
    ({ id, name }) => id !== form.filterId && name.toLowerCase() === form.name.toLowerCase(),
  );
  if (isTaken) throw domainError('name_taken');
  const { table, name, query } = form;
  const filter = {
    userId: actor.id,
    table,
    name,
    query,
    sharedWith: inOrder(form.sharedWith),
    now,
  };
  if (known) {
    await updateFilter(tx, known.id, filter);
  } else if (ofTable.length >= MAX_OF_TABLE) {
    throw domainError('too_many_filters');
  }
  const id = known?.id ?? (await insertFilter(tx, filter));
  // a filter may contain a name, which the history of the office does not need
  tx.audit({
    op: known ? 'update' : 'insert',
    table: 'saved_filter',
    id,
    change: { of: table, name, sharedWith: filter.sharedWith },
  });
});
