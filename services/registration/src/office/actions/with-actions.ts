import { isStaff, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { Attendance } from '../../records/attendance/attendance-rules.ts';
import { readAttendanceOf } from '../../records/attendance/kept-attendance.ts';
import {
  type Eligibility,
  eligibilityOf,
  registrationOf,
} from '../../records/registrations/reading/action-facts.ts';
import type { RegistrationList } from '../../records/registrations/reading/list-registrations.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';
import { isOpen } from '../../records/registrations/state/registration-state.ts';
import { type Action, actionsOf } from './actions.ts';
import { type RefusedExams, registerActions, registerAgainAction } from './register-action.ts';

export interface RegistrationWithActions extends Registration {
  actions: Action[];
}

const NO_SHOW = 1;

/** For an absent student, suggests that reason first to staff who cancel session or exam. R-521 */
const withReason = (actions: Action[], attendance: Attendance | undefined): Action[] =>
  attendance === 'absent'
    ? actions.map((action) =>
        action.name === 'cancel' || action.name === 'cancelSession'
          ? { ...action, suggestedReason: NO_SHOW }
          : action,
      )
    : actions;

/** Returns a student's recorded attendance by session for staff; none for a student. */
const attendanceFor = ({ db, actor }: Call, studentId: number): Promise<Map<number, Attendance>> =>
  isStaff(actor) ? readAttendanceOf(db, studentId) : Promise.resolve(new Map());

const every = (
  row: RegistrationRow | undefined,
  student: Eligibility | undefined,
  attendance: ReadonlyMap<number, Attendance>,
  { actor, now }: Call,
): Action[] =>
  row === undefined
    ? []
    : [
        ...withReason(actionsOf(row, actor, now), attendance.get(row.sessionId ?? 0)),
        ...(student ? registerAgainAction(row, student, actor, now) : []),
      ];

/** Returns a student's list with the caller's actions, computed from the rows of the list. */
export async function listWithActions(
  call: Call,
  { rows, student, ...list }: RegistrationList,
): Promise<
  Omit<RegistrationList, 'rows' | 'student' | 'registrations'> & {
    registrations: RegistrationWithActions[];
    register: Action | undefined;
    refusedExams: RefusedExams[];
  }
> {
  const attendance = await attendanceFor(call, studentInView(call.actor));
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const { register, refusedExams = [] } =
    (student && registerActions(student, call.actor, call.now)) ?? {};
  return {
    ...list,
    registrations: list.registrations.map((registration) => ({
      ...registration,
      actions: every(rowOf.get(registration.id), student, attendance, call),
    })),
    register,
    refusedExams,
  };
}

/**
 * Adds the caller's current actions on its registration to the response of a command. Reads them
 * afresh, so that a response replayed by its key shows what is possible today.
 */
export async function withActions<T extends { registration?: Registration | undefined }>(
  call: Call,
  answer: T,
): Promise<Omit<T, 'registration'> & { registration: RegistrationWithActions | undefined }> {
  const { registration } = answer;
  if (registration === undefined) return { ...answer, registration };
  const { id, status, studentId } = registration;
  const [row, student, attendance] = await Promise.all([
    registrationOf(call.db, id),
    isOpen(status) ? undefined : eligibilityOf(call.db, studentId),
    attendanceFor(call, studentId),
  ]);
  return {
    ...answer,
    registration: { ...registration, actions: every(row, student, attendance, call) },
  };
}
