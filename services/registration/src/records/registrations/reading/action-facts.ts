import type { Sql } from '@portal/kit/database/database';
import type { RegistrationRow } from '../state/registration-row.ts';
import {
  type ExamOnOffer,
  readExamsOnOffer,
  readRegistration,
  readStudentEligibility,
  type StudentEligibility,
} from './store.ts';

/** All facts for the rules of exams that a student could register. */
export type Eligibility = StudentEligibility;
export type { ExamOnOffer } from './store.ts';

/** Reads a registration and its student, for the rules of actions. */
export const registrationOf = (sql: Sql, id: number): Promise<RegistrationRow | undefined> =>
  readRegistration(sql, id);
export const eligibilityOf = (sql: Sql, studentId: number): Promise<Eligibility | undefined> =>
  readStudentEligibility(sql, studentId);
/** Reads whether, and to whom, exams are offered; omits unknown exams. */
export const examsOnOffer = (sql: Sql, ids: readonly number[]): Promise<ExamOnOffer[]> =>
  readExamsOnOffer(sql, ids);
