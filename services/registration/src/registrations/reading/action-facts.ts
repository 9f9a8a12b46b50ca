import type { Sql } from '@portal/kit/database/database';
import type { RegistrationRow } from '../state/registration-row.ts';
import {
  type ExamOnOffer,
  readExamsOnOffer,
  readRegistration,
  readStudentEligibility,
  type StudentEligibility,
} from './store.ts';

/** All that the rules ask about the exams that a student could register. */
export type Eligibility = StudentEligibility;
export type { ExamOnOffer } from './store.ts';

/** A registration and its student, as the rules of actions ask them. */
export const registrationOf = (sql: Sql, id: number): Promise<RegistrationRow | undefined> =>
  readRegistration(sql, id);
export const eligibilityOf = (sql: Sql, studentId: number): Promise<Eligibility | undefined> =>
  readStudentEligibility(sql, studentId);
/** Exams as to whether, and to whom, they are offered; unknown ones are left out. */
export const examsOnOffer = (sql: Sql, ids: readonly number[]): Promise<ExamOnOffer[]> =>
  readExamsOnOffer(sql, ids);
