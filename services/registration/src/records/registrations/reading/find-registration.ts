import type { Sql } from '@portal/kit/database/database';
import type { RegistrationRow } from '../state/registration-row.ts';
import { registrationNotFound } from '../state/registration-rules.ts';
import { readRegistration } from './store.ts';

/**
 * Returns a registration without a lock. Throws registration_not_found, also for a registration of
 * another student or, if an exam is named, of another exam.
 */
export async function findRegistration(
  sql: Sql,
  {
    registrationId,
    studentId,
    examId,
  }: { registrationId: number; studentId: number; examId?: number | undefined },
): Promise<RegistrationRow> {
  const row = await readRegistration(sql, registrationId);
  if (
    row === undefined ||
    row.studentId !== studentId ||
    (examId !== undefined && row.examId !== examId)
  )
    throw registrationNotFound();
  return row;
}

/** Returns the id of the student of a registration. Throws registration_not_found. */
export async function registrationOwner(sql: Sql, registrationId: number): Promise<number> {
  const row = await readRegistration(sql, registrationId);
  if (row === undefined) throw registrationNotFound();
  return row.studentId;
}
