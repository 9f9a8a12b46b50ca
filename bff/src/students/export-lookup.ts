import { randomUUID } from 'node:crypto';
import { scopeOf } from '@portal/access/can';
import { exportLookup, noStudents } from '@portal/contract/students/lookup';
import { dayInNewYork } from '@portal/kit/clock';
import { notFound } from '@portal/kit/errors';
import type { CallOptions } from '@portal/kit/grpc/client';
import { steadyNow } from '@portal/kit/steady-clock';
import type { ExportedStudent } from '@portal/proto/identity/v1/students';
import type { AppContext } from '../app-context.ts';
import { Streamed, savedAs } from '../http/files/streamed.ts';
import { type SheetColumn, XLSX_TYPE, xlsxOf } from '../http/files/write-xlsx.ts';
import { route } from '../http/route.ts';
import { ahead } from '../reports/ahead.ts';

/** Students whose credits are read at once: the most that payments returns. */
const PAGE = 200;
const PAGES_AT_ONCE = 3;
const TIMEOUT_MS = 30_000;

/** A row of the file. */
export interface LookupRow extends ExportedStudent {
  schoolName: string | null;
  credits: number;
}

const all: readonly (SheetColumn<LookupRow> & { auditOf?: true })[] = [
  { title: 'Last name', width: 20, cell: ({ lastName }) => lastName },
  { title: 'First name', width: 20, cell: ({ firstName }) => firstName },
  { title: 'Last 4', width: 8, cell: ({ last4Ssn }) => last4Ssn },
  { title: 'DOB', width: 12, cell: ({ dob }) => dob ?? null, auditOf: true },
  { title: 'Email', width: 30, cell: ({ email }) => email ?? null },
  { title: 'Phone', width: 18, cell: ({ phone }) => phone ?? null, auditOf: true },
  { title: 'School', width: 26, cell: ({ schoolName }) => schoolName },
  { title: 'Cohort', width: 12, cell: ({ cohort }) => cohort ?? null },
  { title: 'College', width: 26, cell: ({ collegeName }) => collegeName ?? null, auditOf: true },
  {
    title: 'Membership',
    width: 14,
    cell: ({ membershipName }) => membershipName ?? null,
    auditOf: true,
  },
  { title: 'Credits', width: 8, cell: ({ credits }) => credits },
];

/** The columns of the file; a school admin gets fewer. C-O37. */
export const lookupColumns = (isOfSchool: boolean): readonly SheetColumn<LookupRow>[] =>
  all.filter(({ auditOf }) => !(isOfSchool && auditOf));

/** Yields the students page by page, with their remaining credits. */
function pagesOf(
  students: readonly ExportedStudent[],
  by: CallOptions,
  { payments, catalogue }: AppContext,
): AsyncGenerator<LookupRow[]> {
  async function* pages() {
    for (let at = 0; at < students.length; at += PAGE) yield students.slice(at, at + PAGE);
  }
  return ahead(
    pages(),
    async (page) => {
      const studentIds = page.map(({ id }) => id);
      const { packages } = await payments.credits.listPackagesOfStudents({ studentIds }, by);
      const credits = new Map<number, number>();
      for (const { studentId, balance, active } of packages)
        if (active) credits.set(studentId, (credits.get(studentId) ?? 0) + balance);
      return Promise.all(
        page.map(async (student) => ({
          ...student,
          schoolName: await catalogue.schoolNames.of(student.schoolId, by),
          credits: credits.get(student.id) ?? 0,
        })),
      );
    },
    PAGES_AT_ONCE,
  );
}

export const exportLookupRoutes = [
  route(exportLookup, async ({ input, session, by }, context) => {
    const { ssn, jseStudentId, ...request } = input;
    const { students } = await context.identity.students.exportLookup(
      { search: { ...request, last4Ssn: ssn, jseId: jseStudentId } },
      // it is noted who took students out, each time
      { ...by, key: randomUUID(), deadlineMs: TIMEOUT_MS },
    );
    if (students.length === 0) throw notFound('no_rows', noStudents);
    const isOfSchool = scopeOf(session, 'student.export') === 'own_school';
    const pages = pagesOf(students, { ...by, deadlineMs: TIMEOUT_MS }, context);
    const file = xlsxOf('Students', lookupColumns(isOfSchool), pages);
    return new Streamed(XLSX_TYPE, file, savedAs(`Students ${dayInNewYork(steadyNow())}.xlsx`));
  }),
];
