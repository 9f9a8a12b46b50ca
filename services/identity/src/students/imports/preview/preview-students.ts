import { type Call, inTransaction } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { domainError } from '../../../errors.ts';
import { isFullSsn } from '../cells/full-ssn.ts';
import type { Cells } from '../cells/read-cells.ts';
import { mappingErrors } from '../columns/check-mapping.ts';
import {
  type DateOrder,
  type Defaults,
  type ImportField,
  importFields,
  type Mapping,
} from '../columns/import-fields.ts';
import { importInView } from '../records/import-in-view.ts';
import {
  deleteImport,
  lockImport,
  noteMapping,
  readUnmapped,
  type StudentImport,
  writeMapped,
} from '../records/import-store.ts';
import { schoolOfImport } from '../records/school-of-import.ts';
import { type ImportPreview, readPreview } from './read-preview.ts';

export interface PreviewInput {
  importId: string;
  mapping: Mapping;
  defaults: Defaults;
  dateOrder: DateOrder;
}

/**
 * Previews each row with these columns (C-O33). The first call drops the cells that are not mapped;
 * later calls choose among the mapped ones. Refuses with import_not_found, import_done, invalid,
 * and with full_ssn_refused a column of full SSNs, whose table it drops.
 */
export async function previewStudents(call: Call, wish: PreviewInput): Promise<ImportPreview> {
  const seen = await importInView(call, wish.importId);
  const { cohortChoices } = await schoolOfImport(call, seen.schoolId);
  const isRefused = await inTransaction(call, 'previewStudents', async (tx) => {
    const found = await lockImport(tx, wish.importId);
    if (found === undefined) throw domainError('import_not_found');
    if (found.startedAt !== null) throw domainError('import_done');
    const columns = found.mapping === null ? found.columns : Object.values(found.mapping);
    const [first, ...others] = mappingErrors(wish.mapping, wish.defaults, {
      columns,
      cohortChoices,
    });
    if (first) throw invalid(first, ...others);
    const rows = await remapped(tx, found, wish.mapping);
    if (rows.some(({ cells }) => isFullSsn(cells.last4ssn ?? ''))) {
      await deleteImport(tx, found.id);
      return true;
    }
    if (!isSameMapping(found.mapping, wish.mapping)) await writeMapped(tx, found.id, rows);
    await noteMapping(tx, found.id, { ...wish, cohortChoices });
    return false;
  });
  if (isRefused) throw domainError('full_ssn_refused');
  return readPreview(
    call.db,
    call.actor,
    { ...seen, ...wish, id: seen.id, cohortChoices },
    call.now,
  );
}

const fieldsOf = (mapping: Mapping): [ImportField, string][] =>
  importFields.flatMap((field): [ImportField, string][] => {
    const column = mapping[field];
    return column === undefined ? [] : [[field, column]];
  });

const isSameMapping = (before: Mapping | null, now: Mapping): boolean =>
  before !== null && JSON.stringify(fieldsOf(before)) === JSON.stringify(fieldsOf(now));

/** The rows with their cells by field; an empty cell is left out. */
async function remapped(
  tx: Parameters<typeof readUnmapped>[0],
  { id, columns, mapping: before }: StudentImport,
  mapping: Mapping,
): Promise<{ row: number; cells: Cells }[]> {
  const rows = await readUnmapped(tx, id);
  const fieldBefore = new Map(before === null ? [] : fieldsOf(before).map(([f, c]) => [c, f]));
  const placeOf = (column: string) => fieldBefore.get(column) ?? columns.indexOf(column);
  const places = fieldsOf(mapping).map(([field, column]) => [field, placeOf(column)] as const);
  return rows.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(
      places.flatMap(([field, place]) => {
        const cell = (cells as unknown as Record<string | number, string | undefined>)[place];
        return cell === undefined || cell === '' ? [] : [[field, cell]];
      }),
    ),
  }));
}
