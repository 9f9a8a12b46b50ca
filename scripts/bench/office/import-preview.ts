import type { Person } from '../../e2e/people/person.ts';
import { aSchool } from '../../e2e/people/schools.ts';
import {
  aRow,
  begun,
  importEnded,
  previewed,
  type TableRow,
  tableOf,
  uploaded,
} from '../../e2e/people/student-imports.ts';

const ROWS = 5_000;

/** Rows of whom no two have the same digits and birth date. */
function someRows(): TableRow[] {
  const rows = new Map<string, TableRow>();
  while (rows.size < ROWS) {
    const row = aRow();
    rows.set(`${row.dob} ${row.last4}`, row);
  }
  return [...rows.values()];
}

/**
 * An admin brings a table of 5,000 students in: seconds until it is read, until what each row would
 * come to is said, the first time and once more, and until all of them are on record.
 */
export async function importFigures(admin: Person): Promise<{
  uploadSeconds: number;
  previewSeconds: number;
  againSeconds: number;
  runSeconds: number;
  added: number;
}> {
  const { id } = await aSchool();
  let began = performance.now();
  const lap = () => {
    const seconds = (performance.now() - began) / 1000;
    began = performance.now();
    return seconds;
  };
  const table = tableOf(someRows());
  lap();
  const importId = await uploaded(admin, id, table);
  const uploadSeconds = lap();
  const { previewHash } = await previewed(admin, importId);
  const previewSeconds = lap();
  await previewed(admin, importId, { page: 2 });
  const againSeconds = lap();
  const { added } = await importEnded(admin, await begun(admin, importId, previewHash));
  return { uploadSeconds, previewSeconds, againSeconds, runSeconds: lap(), added };
}
