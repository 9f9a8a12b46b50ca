import type { Call } from '@portal/kit/command';
import { cancellerOf } from '../registrations/cancel-registration.ts';
import { cancelRefusal } from '../registrations/cancel-rules.ts';
import type { RegistrationRow } from '../registrations/registration-row.ts';
import { listSitting, type SittingStudent } from './store.ts';

export interface SessionStudent {
  registrationId: number;
  studentId: number;
  lastName: string;
  firstName: string;
  examId: number;
  examSubject: string;
  vendorName: string;
  isFreeRegistration: boolean;
  /** The caller may cancel it now, as an exam of a school session. */
  canCancel: boolean;
}

/** Why an exam of a school session is cancelled. */
const SCHOOL_EXAM = 6;

/** The exams in a session of a school, by name of the student. */
export async function listSessionStudents({ db, actor, now }: Call, sessionId: number): Promise<SessionStudent[]> {
  const canceller = cancellerOf(actor);
  return (await listSitting<RegistrationRow & SittingStudent>(db, sessionId)).map((row) => ({
    registrationId: row.id,
    studentId: row.studentId,
    lastName: row.lastName ?? '',
    firstName: row.firstName ?? '',
    examId: row.examId,
    examSubject: row.examSubject ?? '',
    vendorName: row.vendorName ?? '',
    isFreeRegistration: row.isFreeSchoolRegistration,
    canCancel: cancelRefusal(row, canceller, SCHOOL_EXAM, now) === null,
  }));
}
