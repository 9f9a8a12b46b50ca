import { setTimeout as pause } from 'node:timers/promises';
import { asAdmin } from '../as.ts';
import { rpc } from '../clients.ts';

const SCHOOL = 412;
/** Students of the school, and of another one. */
const SAME = 2301;
const ELSEWHERE = 2101;

const columns = ['Last name', 'First name', 'Gender', 'Last 4', 'Birth date', 'Cell', 'Teacher'];
const newcomers = [
  ['Ackerman', 'Shira', '7301', '2008-02-11'],
  ['Blau', 'Rivky', '7302', '2008-05-23'],
  ['Dershowitz', 'Ahuva', '7303', '2007-11-02'],
  ['Elbaum', 'Perel', '7304', '2008-01-19'],
  ['Fried', 'Malka', '7305', '2008-08-08'],
  ['Gelb', 'Nechama', '7306', '2007-12-30'],
  ['Hecht', 'Bracha', '7307', '2008-03-14'],
  ['Itzkowitz', 'Yocheved', '7308', '2008-06-01'],
] as const;

const american = (day: string): string => {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
};
const line = (lastName: string, firstName: string, last4: string, day: string): string =>
  [lastName, firstName, 'F', last4, american(day), '732-555-0100', 'Mrs. Roth'].join(',');

const pairOf = async (studentId: number): Promise<[last4: string, dob: string]> => {
  const { student } = await rpc.students.getStudent({}, asAdmin('pair', studentId));
  return [student?.last4Ssn ?? '', student?.dob ?? ''];
};

const mapping = [
  { field: 'lastName', column: 'Last name' },
  { field: 'firstName', column: 'First name' },
  { field: 'gender', column: 'Gender' },
  { field: 'last4ssn', column: 'Last 4' },
  { field: 'dob', column: 'Birth date' },
  { field: 'cellphone', column: 'Cell' },
];

/**
 * A table of 12 rows that the office brought in for school 412, with a row of each state: eight new
 * students, one who is there, one who is in another school, one twice, and one without a good date.
 */
export async function seedStudentImport(): Promise<void> {
  const { imports } = await rpc.imports.listImports({}, asAdmin('imports'));
  if (imports.length > 0) return;
  const [same, elsewhere] = await Promise.all([pairOf(SAME), pairOf(ELSEWHERE)]);
  const rows = [
    ...newcomers.map(([last, name, last4, day]) => line(last, name, last4, day)),
    line('Katz', 'Devorah', ...same),
    line('Landau', 'Esther', ...elsewhere),
    line(...newcomers[0]),
    line('Mandel', 'Tova', '7309', '2008-13-40'),
  ];
  const content = Buffer.from([columns.join(','), ...rows].join('\n'));
  const file = { name: 'new-students.csv', content, schoolId: SCHOOL };
  const { importId } = await rpc.imports.uploadStudents(file, asAdmin('import upload'));
  const { previewHash } = await rpc.imports.previewStudents(
    { importId, mapping, dateOrder: 'MDY' },
    asAdmin(`import preview ${importId}`),
  );
  let { run } = await rpc.imports.importStudents(
    { importId, previewHash, choices: [] },
    asAdmin(`import ${importId}`),
  );
  while (run && !run.finished) {
    await pause(100);
    ({ run } = await rpc.imports.getImportRun({ runId: run.runId }, asAdmin('import run')));
  }
}
