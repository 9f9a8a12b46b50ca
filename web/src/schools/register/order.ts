import { type BulkResult, type CatalogExam, cohortOf, type SchoolStudent } from '../api.ts';

/** At most so many exams in one run. R-262. */
export const SLOTS = 4;
export const VENDORS = [
  { value: '3', label: 'CCC' },
  { value: '4', label: 'CIS' },
  { value: '1', label: 'TAL' },
] as const;

/** The choice of step 3. */
export interface Choice {
  /** One a slot; null: none. */
  exams: readonly (number | null)[];
  students: ReadonlySet<number>;
  /** Null: not answered. */
  sendMaterials: boolean | null;
}
export const noChoice: Choice = {
  exams: Array.from({ length: SLOTS }, () => null),
  students: new Set(),
  sendMaterials: null,
};

/** The exams to be registered, by student. */
export type Pending = ReadonlyMap<number, readonly number[]>;

/** 'Algebra, 3 credits'. R-264. */
export const examText = ({ subject, credits }: CatalogExam): string =>
  `${subject}, ${credits} ${credits === 1 ? 'credit' : 'credits'}`;

/** Why a student cannot be chosen, or null.. */
export function reasonAgainst(
  { student, existingStudentCredits }: SchoolStudent,
  sessionGender: string,
): string | null {
  if (!student.email) return 'Email missing';
  if (existingStudentCredits > 0) return 'Student has existing credits';
  return sessionGender === '3' || sessionGender === student.gender
    ? null
    : 'The session is not for this student.';
}

/** Returns the students of 'Add all': the selectable ones of the cohort. R-267. */
export const addable = (
  students: readonly SchoolStudent[],
  { cohort, gender }: { cohort: string | null; gender: string },
): SchoolStudent[] =>
  students.filter(
    (one) => (cohort === null || cohortOf(one) === cohort) && reasonAgainst(one, gender) === null,
  );

export const chosenExams = ({ exams }: Choice): number[] =>
  exams.filter((exam): exam is number => exam !== null);

/** Every chosen exam for every chosen student. */
export const pendingOf = (choice: Choice): Pending =>
  new Map([...choice.students].map((id) => [id, chosenExams(choice)]));

/** Returns the part of a choice that can be registered in a session, without impossible items. */
export function fittingChoice(
  choice: Choice,
  {
    exams,
    students,
    gender,
  }: {
    exams: readonly CatalogExam[];
    students: readonly SchoolStudent[];
    gender: string;
  },
): Choice {
  const possible = new Set(
    students.filter((one) => reasonAgainst(one, gender) === null).map(({ student }) => student.id),
  );
  const isOffered = (exam: number | null) => exams.some(({ id }) => id === exam);
  return {
    ...choice,
    exams: choice.exams.map((exam) => (isOffered(exam) ? exam : null)),
    students: new Set([...choice.students].filter((id) => possible.has(id))),
  };
}

/** Returns the order without students and exams that have become impossible. */
export function fittingPending(
  pending: Pending,
  offer: Parameters<typeof fittingChoice>[1],
): Pending {
  const exams = new Set([...pending.values()].flat());
  const fitting = fittingChoice(
    { exams: [...exams], students: new Set(pending.keys()), sendMaterials: null },
    offer,
  );
  const orders = [...pending].map(
    ([student, own]) => [student, own.filter((id) => fitting.exams.includes(id))] as const,
  );
  return new Map(orders.filter(([id, own]) => fitting.students.has(id) && own.length > 0));
}

export const isEmptyChoice = (choice: Choice): boolean =>
  chosenExams(choice).length === 0 && choice.students.size === 0 && choice.sendMaterials === null;

const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** '2 exams for 9 students'. */
export const choiceText = (choice: Choice): string =>
  `${many(chosenExams(choice).length, 'exam')} for ${many(choice.students.size, 'student')}`;

/** Dollars that the balance of a prepaying school lacks for an order; 0: it is enough. R-272. */
export const missingFor = ({
  totalAmount,
  schoolBalance,
}: {
  totalAmount: number;
  schoolBalance: number | null;
}): number =>
  schoolBalance === null
    ? 0
    : Math.max(0, Math.round(totalAmount * 100) - Math.round(schoolBalance * 100)) / 100;

export const isSuccess = (text: string): boolean => text.startsWith('success');

/** Returns the failed exams of a run, to be sent again. R-277. */
export const failedOf = ({ registrations }: BulkResult): Pending =>
  new Map(
    Object.entries(registrations).flatMap(([student, { exams }]) => {
      const failed = Object.entries(exams).filter(([, text]) => !isSuccess(text));
      return failed.length > 0 ? [[Number(student), failed.map(([exam]) => Number(exam))]] : [];
    }),
  );

/** The choice that remains after a run: the students with a failure; nothing without one. */
export function failedChoice(choice: Choice, result: BulkResult): Choice {
  const failed = failedOf(result);
  return failed.size === 0 ? noChoice : { ...choice, students: new Set(failed.keys()) };
}

/** Exams of a student with the outcome of each. */
export interface Outcome {
  studentId: number;
  exams: { examId: number; text: string }[];
  credits: number;
  charged: number;
}

/** Returns the results of all runs of an order: the last result of each exam counts. */
export function outcomesOf(results: readonly BulkResult[]): Outcome[] {
  const byStudent = new Map<
    number,
    { exams: Map<number, string>; credits: number; charged: number }
  >();
  for (const { registrations } of results)
    for (const [student, result] of Object.entries(registrations)) {
      const own = byStudent.get(Number(student)) ?? { exams: new Map(), credits: 0, charged: 0 };
      for (const [exam, text] of Object.entries(result.exams)) own.exams.set(Number(exam), text);
      byStudent.set(Number(student), {
        exams: own.exams,
        credits: own.credits + result.sumCreditsUsed,
        charged: own.charged + Math.round(result.amtCharged * 100),
      });
    }
  return [...byStudent].map(([studentId, { exams, credits, charged }]) => ({
    studentId,
    credits,
    charged: charged / 100,
    exams: [...exams].map(([examId, text]) => ({ examId, text })),
  }));
}
