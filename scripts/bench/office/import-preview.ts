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
import type { Person } from '../../portal-user/person.ts';

const ROWS = 5_000;

/** Returns rows with different digits and birth dates. */
function someRows(): TableRow[] {
  const rows = new Map<string, TableRow>();
  while (rows.size < ROWS) {
    const row = aRow();
    rows.set(`${row.dob} ${row.last4}`, row);
  }
  return [...rows.values()];
}

/**
 * An admin imports a table of 5,000 students. Returns the seconds until it is read, until the
 * preview is complete, the first time and again, and until all students are added.
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
