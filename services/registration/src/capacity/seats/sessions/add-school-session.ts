import type { Tx } from '@portal/kit/commands/command';
import { insertSessions } from '../places/store.ts';
import type { SchoolSessionTerms } from './session-store.ts';

/** Inserts a session of a school, which counts no seats; returns its id. */
export async function addSchoolSession(
  tx: Tx,
  schoolId: number,
  terms: SchoolSessionTerms,
): Promise<number> {
  const [id] = await insertSessions(tx, [
    {
      position: 0,
      session_type: '22',
      school_id: schoolId,
      starts_at: terms.startsAt,
      gender: terms.gender,
      limit_to_1_test: false,
      closed_by_staff: false,
      closing_date: terms.closingDate,
      closing_time: terms.closingTime,
      return_due_date: terms.returnDueDate,
    },
  ]);
  return id as number;
}
