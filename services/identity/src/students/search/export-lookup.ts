import { type Call, inTransaction } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { domainError } from '../../errors.ts';
import { findIds, type StudentSearch } from './search-students.ts';

/** Most students of one file. C-O37. */
const MOST = 20_000;

/** A student as a file of a lookup has one. */
export interface ExportedStudent {
  id: number;
  lastName: string;
  firstName: string;
  last4Ssn: string;
  /** YYYY-MM-DD */
  dob: string;
  email: string | null;
  phone: string | null;
  schoolId: number | null;
  cohort: string | null;
  collegeName: string | null;
  membershipName: string;
}

/**
 * Returns a search as the audit shows it: neither digits nor a birth date, only that one was given.
 */
function auditedFilters({ last4Ssn, dob, ...filters }: StudentSearch): Record<string, unknown> {
  const { firstName, lastName, email, ttiStudentId, jseId } = filters;
  const given = Object.entries({ firstName, lastName, email, ttiStudentId, jseId });
  return {
    ...Object.fromEntries(given.filter(([, text]) => text !== '')),
    ...(last4Ssn === '' ? {} : { bySsn: true }),
    ...(dob === '' ? {} : { byDob: true }),
  };
}

/**
 * All students who match, for a file, with a row in the audit (C-O37); none is no refusal. Refuses
 * with no_filter, forbidden, and too_many_rows above 20,000.
 */
export async function exportLookup(
  call: Call,
  search: Omit<StudentSearch, 'offset' | 'limit'>,
): Promise<ExportedStudent[]> {
  const { db, actor } = call;
  const whole = { ...search, offset: 0, limit: MOST + 1 };
  const found = await findIds(db, actor, whole);
  if (found.length > MOST) throw domainError('too_many_rows', 'At most 20,000 students.');
  if (found.length === 0) return [];
  const students = await listExported(
    db,
    found.map(({ id }) => id),
  );
  await inTransaction(call, 'exportLookup', async (tx) =>
    tx.audit({
      op: 'action',
      table: 'student_file',
      id: 'lookup',
      change: { ...auditedFilters(whole), rows: students.length },
    }),
  );
  return students;
}

const listExported = (sql: Sql, ids: readonly number[]): Promise<ExportedStudent[]> =>
  sql.many<ExportedStudent>`
    SELECT s.id, s.last_name, s.first_name, s.last4_ssn, s.dob, s.email,
      coalesce(s.cellphone, s.phone) AS phone, s.school_id, s.cohort, c.name AS college_name,
      m.name AS membership_name
    FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS asked (id, place)
    JOIN student s ON s.id = asked.id JOIN membership_type m ON m.id = s.membership_type_id
    LEFT JOIN college c ON c.id = s.college_id
    ORDER BY asked.place`;
