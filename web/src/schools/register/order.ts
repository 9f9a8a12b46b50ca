import { type BulkResult, type CatalogExam, cohortOf, type SchoolStudent } from '../api.ts';

/** At most so many exams in one run. R-262. */
export const SLOTS = 4;
export const VENDORS = [
  { value: '3', label: 'CCC' },
  { value: '4', label: 'CIS' },
  { value: '1', label: 'TAL' },
] as const;

/** What is chosen in step 3. */
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

/** What is still to be registered: exams by student. */
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

/** The students that 'Add all' takes: those of the cohort who can be chosen. R-267. */
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

export const isSuccess = (text: string): boolean => text.startsWith('success');

/** What failed of a run, to be sent again. R-277. */
export const failedOf = ({ registrations }: BulkResult): Pending =>
  new Map(
    Object.entries(registrations).flatMap(([student, { exams }]) => {
      const failed = Object.entries(exams).filter(([, text]) => !isSuccess(text));
      return failed.length > 0 ? [[Number(student), failed.map(([exam]) => Number(exam))]] : [];
    }),
  );

/** Exams of a student with what was said of each. */
export interface Outcome {
  studentId: number;
  exams: { examId: number; text: string }[];
  credits: number;
  charged: number;
}

/** What has come of all runs of an order so far: of each exam the last word counts. */
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
