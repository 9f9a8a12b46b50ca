import { setTimeout as pause } from 'node:timers/promises';
import { canAtSchool } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import { DomainError } from '@portal/kit/errors';
import type { ReportRow } from '../balance/account-report.ts';
import { isStillOwed, readAccount } from '../balance/read-balance.ts';
import { payments, registrations } from '../clients.ts';
import { domainError } from '../errors.ts';
import { listSchools } from '../schools/list-schools.ts';
import { studentsById } from './quote/gather-facts.ts';
import { type StudentInSession, studentInSession } from './run/run-result.ts';

export interface SessionAccount {
  studentsPerSession: StudentInSession[];
  /** Cents; null where the school does not prepay. */
  balanceCents: number | null;
  accountReport: ReportRow[];
}

/** How long the sum of a cancelled exam is waited for: its event is on its way. */
const TIMEOUT_MS = 3000;

/**
 * Returns the students in a session of a school, and its balance, after an exam in it was cancelled
 * (C-A44). Returns neither for a session of no school. Refuses with school_not_found, also for
 * another school than the caller's own.
 */
export async function readSessionAccount(
  call: Call,
  { sessionId, cancelledRegistrationId }: { sessionId: number; cancelledRegistrationId: number },
): Promise<SessionAccount> {
  const { actor, requestId } = call;
  const by = { actor, requestId };
  const session = await registrations
    .readSchoolSession({ sessionId, studentIds: [], examIds: [] }, by)
    .catch(nullWhenUnknown);
  if (session === null) return { studentsPerSession: [], balanceCents: null, accountReport: [] };
  const { schoolId } = session;
  const isVisible = canAtSchool(actor, 'school_account.read', schoolId);
  const [school] = isVisible ? await listSchools(call, [schoolId]) : [];
  if (school === undefined) throw domainError('school_not_found');

  const until = performance.now() + TIMEOUT_MS;
  while ((await isStillOwed(call.db, cancelledRegistrationId)) && performance.now() < until)
    await pause(50);
  const prepays = school.chargeSchool;
  const [{ students }, account] = await Promise.all([
    registrations.listSessionStudents({ sessionId }, by),
    prepays ? readAccount(call.db, schoolId) : { balanceCents: null, report: [] },
  ]);
  const ids = [...new Set(students.map(({ studentId }) => studentId))];
  const [people, quotes] = await Promise.all([
    studentsById(ids, by),
    payments.quoteBulkExams(
      { schoolId, prepays, students: ids.map((studentId) => ({ studentId, exams: [] })) },
      by,
    ),
  ]);
  return {
    studentsPerSession: students.map(studentInSession(people, quotes.students)),
    balanceCents: account.balanceCents,
    accountReport: account.report,
  };
}

function nullWhenUnknown(error: unknown): null {
  if (error instanceof DomainError && error.code === 'session_not_found') return null;
  throw error;
}
