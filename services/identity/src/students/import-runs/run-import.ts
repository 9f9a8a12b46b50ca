import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { invalid } from '@portal/kit/errors';
import { failpoint } from '@portal/kit/jobs/failpoints';
import { domainError } from '../../errors.ts';
import { readPreview } from '../imports/preview/read-preview.ts';
import type { Choice, StateOfRow } from '../imports/preview/row-states.ts';
import { findImport, lockImport } from '../imports/records/import-store.ts';
import { eachRow } from './each-row.ts';
import { importRow } from './import-row.ts';
import { beginRun, countRun, endRun, noteSkipped, openRows } from './run-store.ts';

export interface ImportInput {
  importId: string;
  previewHash: string;
  /** Instead of the presets. */
  choices: readonly { row: number; choice: string }[];
}

const skipTexts: Readonly<Record<StateOfRow<never>['what'], string>> = {
  add: 'Skipped',
  same: 'Already in this school',
  duplicate: 'Skipped: the student exists already',
  twice: 'Skipped: this row stands twice',
  error: '',
};

/** Returns why a row is skipped: its errors, or its kind. */
const skipText = ({ what, errors }: Pick<StateOfRow<never>, 'what' | 'errors'>): string =>
  what === 'error' ? errors.map(({ message }) => message).join('; ') : skipTexts[what];

/**
 * Returns the choice for each row. Refuses with invalid an unknown row, or a choice that it lacks.
 */
function chosenFor<M extends { id: number }>(
  rows: readonly { row: number; choice: Choice; choices: Choice[]; matches: M[] }[],
  choices: ImportInput['choices'],
) {
  const chosen = new Map(choices.map(({ row, choice }) => [row, choice]));
  const numbers = new Set(rows.map(({ row }) => row));
  if ([...chosen.keys()].some((row) => !numbers.has(row)))
    throw invalid({ path: 'choices', message: 'There is no such row.' });
  return rows.map(({ row, choice: preset, choices: possible, matches }) => {
    const choice = possible.find((one) => one === (chosen.get(row) ?? preset));
    if (choice === undefined)
      throw invalid({ path: 'choices', message: `Row ${row} cannot be done this way.` });
    return { row, choice, matchId: matches[0]?.id ?? null };
  });
}

/** Checks that an import is as it was previewed, and notes what is done with each of its rows. */
async function begin(tx: Tx, { importId, previewHash, choices }: ImportInput, runId: string) {
  const found = await lockImport(tx, importId);
  if (found === undefined) throw domainError('import_not_found');
  if (found.startedAt !== null) throw domainError('import_done');
  if (found.mapping === null) throw domainError('preview_outdated');
  const preview = await readPreview(tx, tx.actor, found, tx.now);
  if (preview.previewHash !== previewHash) throw domainError('preview_outdated');
  const rows = chosenFor(preview.rows, choices);
  await beginRun(tx, { importId, runId, by: tx.actor }, rows, tx.now);
  const skipped = new Set(rows.filter(({ choice }) => choice === 'skip').map(({ row }) => row));
  await noteSkipped(
    tx,
    importId,
    preview.rows
      .filter(({ row }) => skipped.has(row))
      .map((state) => ({
        row: state.row,
        text: skipText(state),
        // reveals nothing of other students, not even an id
        studentId: state.what === 'same' ? (state.matches[0]?.id ?? null) : null,
      })),
  );
  tx.audit({
    op: 'action',
    table: 'student_import',
    id: importId,
    change: { school: found.schoolName, rows: rows.length, skipped: skipped.size },
  });
}

async function runRows(call: Call, importId: string): Promise<void> {
  const found = await findImport(call.db, importId);
  if (found === undefined) throw new Error(`import ${importId} is not there`);
  await eachRow(await openRows(call.db, importId), async (row) => {
    await inTransaction(call, 'importStudents.row', (tx) => importRow(tx, found, row));
    await failpoint('importStudents.row.after');
  });
}

/** Puts the rows of a table on record (C-O34); any replica takes up what a crash left. R-567. */
export const importProcess = durable<ImportInput, object, object>({
  name: 'importStudents',
  begin: async (tx, input, _call, id) => {
    await begin(tx, input, id);
    return {};
  },
  steps: [
    {
      name: 'rows',
      async run({ call, input }) {
        await runRows(call, input.importId);
        return undefined;
      },
      async commit(tx, { input: { importId } }) {
        const { added, changed } = await countRun(tx, importId);
        await endRun(tx, importId, tx.now);
        tx.audit({
          op: 'action',
          table: 'student_import',
          id: importId,
          change: { finished: true, added, changed },
        });
        return undefined;
      },
    },
  ],
  answer: () => ({}),
  mustFinish: 'some of its students are on record already, and may be in use',
});
