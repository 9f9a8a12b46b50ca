import { can } from '@portal/access/can';
import type { Actor } from '@portal/kit/auth/actor';
import type { Eligibility } from '../../records/registrations/reading/action-facts.ts';
import { isBarred } from '../../records/registrations/state/bars.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';
import { registrationRefusal } from '../../records/registrations/state/registration-rules.ts';
import { isOpen } from '../../records/registrations/state/registration-state.ts';
import { type Action, allowedAction, refusedAction } from './actions.ts';

const REGISTER = 'register';
const mayRegister = (actor: Actor): boolean => can(actor, 'registration.make');

/** The facts about a student that the rules of registering read. */
export type StudentEligibility = Pick<
  Eligibility,
  'buyingBarredUntil' | 'notEligibleExamIds' | 'officeOnlyExamIds' | 'heldExamIds'
>;

/** Exams that the caller cannot register for the student, for one reason. */
export interface RefusedExams {
  code: string;
  reason: string;
  examIds: number[];
}

/** Applies the rules of every registering call to one exam of which only some facts are known. */
export const refusalFor = (
  examId: number | null,
  exam: { isActive: boolean; isSelfService: boolean },
  student: StudentEligibility,
  actor: Actor,
  now: Date,
) =>
  registrationRefusal({
    exam,
    isDenied: isBarred(student.buyingBarredUntil, now),
    fits: examId === null || !student.notEligibleExamIds.includes(examId),
    hasOpenRegistration: examId !== null && student.heldExamIds.includes(examId),
    byAdmin: can(actor, 'registration.override'),
  });

/**
 * Returns the caller's action on active exams without a registration of the student: the usual
 * result, and the exams with another one. Null: the caller's roles never register.
 */
export function registerActions(
  student: StudentEligibility,
  actor: Actor,
  now: Date,
): { register: Action; refusedExams: RefusedExams[] } | null {
  if (!mayRegister(actor)) return null;
  const usual = refusalFor(null, { isActive: true, isSelfService: true }, student, actor, now);
  if (usual) return { register: refusedAction(REGISTER, usual), refusedExams: [] };
  const special = new Set([
    ...student.notEligibleExamIds,
    ...student.officeOnlyExamIds,
    ...student.heldExamIds,
  ]);
  const byCode = new Map<string, RefusedExams>();
  for (const examId of special) {
    const isSelfService = !student.officeOnlyExamIds.includes(examId);
    const refused = refusalFor(examId, { isActive: true, isSelfService }, student, actor, now);
    if (refused === null) continue;
    const { code, detail: reason } = refused;
    const group = byCode.get(code) ?? { code, reason, examIds: [] };
    group.examIds.push(examId);
    byCode.set(code, group);
  }
  return { register: allowedAction(REGISTER), refusedExams: [...byCode.values()] };
}

/** Whether an exam that was taken can be registered once more; nothing is said of an open one. */
export function registerAgainAction(
  row: RegistrationRow,
  student: StudentEligibility,
  actor: Actor,
  now: Date,
): Action[] {
  if (isOpen(row.status) || !mayRegister(actor)) return [];
  const exam = {
    isActive: row.isExamActive === true,
    isSelfService: row.isSelfService === true,
  };
  const refused = refusalFor(row.examId, exam, student, actor, now);
  return [refused ? refusedAction(REGISTER, refused) : allowedAction(REGISTER)];
}
