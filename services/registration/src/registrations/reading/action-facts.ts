import type { Sql } from '@portal/kit/database/database';
import type { RegistrationRow } from '../state/registration-row.ts';
import { readRegistration, readStudentEligibility, type StudentEligibility } from './store.ts';

/** All that the rules ask about the exams that a student could register. */
export type Eligibility = StudentEligibility;

/** A registration and its student, as the rules of actions ask them. */
export const registrationOf = (sql: Sql, id: number): Promise<RegistrationRow | undefined> =>
  readRegistration(sql, id);
export const eligibilityOf = (sql: Sql, studentId: number): Promise<Eligibility | undefined> =>
  readStudentEligibility(sql, studentId);
