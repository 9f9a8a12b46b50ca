import { STUDENT_ROLE } from '@portal/access/roles';
import type { Actor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { readMissing } from '../../projections/read-projections.ts';
import { studentNotFound } from '../../projections/with-projections.ts';
import {
  type ExamOnOffer,
  eligibilityOf,
  examsOnOffer,
} from '../../records/registrations/reading/action-facts.ts';
import { refusalFor, type StudentEligibility } from './register-action.ts';

export interface PreviewRegistering {
  examIds: number[];
  /** Null: a student who has no registrations yet. */
  studentId: number | null;
}

/** Whether an exam could be registered without the office. */
export interface PreviewedExam {
  examId: number;
  /** Null: it could. */
  refusal: { code: string; reason: string } | null;
}

/**
 * Returns the refusal, if any, that a student would get for registering each of these exams now:
 * an existing student, or a new one. Omits unknown exams. Throws student_not_found. C-O30.
 */
export async function previewRegistering(
  call: Call,
  { examIds, studentId }: PreviewRegistering,
): Promise<PreviewedExam[]> {
  const exams = await knownExams(call, examIds);
  const standing = studentId === null ? newcomer(exams) : await standingOf(call, studentId);
  return previewExams(exams, standing, call.now);
}

/** Applies the rules of the registering calls, as for a student who calls them. */
export function previewExams(
  exams: readonly ExamOnOffer[],
  standing: StudentEligibility,
  now: Date,
): PreviewedExam[] {
  return exams.map(({ id, active, phonesystemActive }) => {
    const exam = { isActive: active, isSelfService: phonesystemActive };
    const refused = refusalFor(id, exam, standing, ASKING, now);
    return {
      examId: id,
      refusal: refused && { code: refused.code, reason: refused.detail },
    };
  });
}

/** A student, as whom the office looks at its offer. */
const ASKING: Actor = {
  kind: 'student',
  id: 0,
  roles: [STUDENT_ROLE],
  name: '',
  via: 'registration',
};

/** The facts of a student who has no exams and no bar. */
export const newcomer = (exams: readonly ExamOnOffer[]): StudentEligibility => ({
  buyingBarredUntil: null,
  notEligibleExamIds: exams.filter((exam) => exam.requiresOthers).map(({ id }) => id),
  officeOnlyExamIds: [],
  heldExamIds: [],
});

async function standingOf({ db }: Call, studentId: number): Promise<StudentEligibility> {
  const known = await eligibilityOf(db, studentId);
  if (known) return known;
  await readMissing(db, { studentId });
  const found = await eligibilityOf(db, studentId);
  if (found === undefined) throw studentNotFound();
  return found;
}

/** Returns exams from the projections; requests a newly added one from catalog. */
async function knownExams({ db }: Call, examIds: number[]): Promise<ExamOnOffer[]> {
  const held = await examsOnOffer(db, examIds);
  const missing = examIds.filter((id) => !held.some((exam) => exam.id === id));
  if (missing.length === 0) return held;
  await Promise.all(missing.map((examId) => readMissing(db, { examId })));
  return examsOnOffer(db, examIds);
}
