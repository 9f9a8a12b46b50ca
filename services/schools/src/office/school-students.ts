import type { Call } from '@portal/kit/commands/command';
import type { Student } from '@portal/proto/identity/v1/students';
import type { BulkStudentQuote } from '@portal/proto/payments/v1/bulk';
import type { Card } from '@portal/proto/payments/v1/cards';
import { existingCredits } from '../bulk/quote/student-checks.ts';
import { students as identity, payments } from '../clients.ts';
import type { School } from '../schools/school.ts';
import { schoolInView } from '../schools/school-in-view.ts';

/** A student of a school with the facts that matter for a run. R-401. */
export interface SchoolStudent {
  student: Student;
  existingCredits: number;
  availableCredits: number;
  freeSchoolCredits: number;
  cards: Card[];
}

/** Returns payments' data about students, at this school, by student. */
export async function quotesOf(
  { actor, requestId }: Call,
  { id: schoolId, chargeSchool: prepays }: School,
  ids: readonly number[],
): Promise<ReadonlyMap<number, BulkStudentQuote>> {
  if (ids.length === 0) return new Map();
  const queries = ids.map((studentId) => ({ studentId, exams: [] }));
  const { students } = await payments.quoteBulkExams(
    { schoolId, prepays, students: queries },
    { actor, requestId },
  );
  return new Map(students.map((quote) => [quote.studentId, quote]));
}

/** Combines a student with their quote; a student unknown to payments has nothing. */
export const withQuote = (
  { chargeSchool }: School,
  student: Student,
  quote: BulkStudentQuote | undefined,
): SchoolStudent => {
  const availableCredits = quote?.availableCredits ?? 0;
  const freeSchoolCredits = quote?.freeSchoolCredits ?? 0;
  return {
    student,
    existingCredits: existingCredits({ availableCredits, freeSchoolCredits }, chargeSchool),
    availableCredits,
    freeSchoolCredits,
    cards: quote?.cards ?? [],
  };
};

/**
 * The students of a school by last and first name, with their credits and cards, in two questions
 * however many they are (C-A37). Refuses with school_not_found.
 */
export async function listStudentsOfSchool(
  call: Call,
  named: number | null,
): Promise<SchoolStudent[]> {
  const school = await schoolInView(call, 'school.manage', named);
  const { actor, requestId } = call;
  const { students } = await identity.listSchoolStudents(
    { schoolId: school.id },
    { actor, requestId },
  );
  const quotes = await quotesOf(
    call,
    school,
    students.map(({ id }) => id),
  );
  return students.map((student) => withQuote(school, student, quotes.get(student.id)));
}
