import { canAtSchool } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import type { Actor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import { log } from '@portal/kit/observability/log';
import { listPlaceNames } from '../../capacity/seats/places/place-names.ts';
import { students as identity } from '../../clients.ts';
import { sessionDayError } from '../../errors.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';
import { findOfficeSession } from '../calendar/queries/find-office-session.ts';
import {
  type OfficeSession,
  type OfficeSessionRow,
  officeSession,
} from '../calendar/queries/office-session.ts';
import { readBooked } from '../session-operations/run-store.ts';
import { type AttendanceCounts, type DayRow, dayRows, inSession } from './day-rows.ts';
import { readDayStudents, readSubjects } from './store.ts';

/** Maximum students per request to identity. */
const MAX_STUDENTS = 1000;

export interface SessionDay {
  session: OfficeSession;
  rows: DayRow[];
  counts: AttendanceCounts;
}

/**
 * Finds the session of a day in the calendar. Throws session_not_found, also for a draft and for
 * the session of another school than the caller's.
 */
export async function findDaySession(
  sql: Sql,
  actor: Actor,
  sessionId: number,
  permission: Permission = 'session_day.keep',
): Promise<OfficeSessionRow> {
  const row = await findOfficeSession(sql, sessionId);
  if (row === undefined || !canAtSchool(actor, permission, row.schoolId))
    throw sessionDayError('session_not_found');
  return row;
}

/** Less than the day itself is waited for, which is to come without them. */
const DIGITS_MS = 1_500;

/** SSN digits stay with identity; while it does not answer the day goes on without them. */
export async function last4Of(
  { actor, requestId }: Pick<Call, 'actor' | 'requestId'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const pages = Array.from({ length: Math.ceil(ids.length / MAX_STUDENTS) }, (_, page) =>
    ids.slice(page * MAX_STUDENTS, (page + 1) * MAX_STUDENTS),
  );
  try {
    const answers = await Promise.all(
      pages.map((page) =>
        identity.listStudentDetails(
          { ids: [...page] },
          { actor, requestId, deadlineMs: DIGITS_MS },
        ),
      ),
    );
    return new Map(
      answers.flatMap(({ students }) => students).map(({ id, last4Ssn }) => [id, last4Ssn]),
    );
  } catch (error) {
    if (!(error instanceof DomainError) || !error.isTransient) throw error;
    log.warn({ err: error }, 'a session day is shown without SSN digits');
    return new Map();
  }
}

const idsOf = (rows: readonly RegistrationRow[]): number[] => [
  ...new Set(rows.map(({ studentId }) => studentId)),
];

/** The lines of a session, or of some of its students. */
export async function readDayRows(
  call: Pick<Call, 'db' | 'actor' | 'now' | 'requestId'>,
  session: Pick<OfficeSessionRow, 'id' | 'startsAt'>,
  only?: readonly number[],
): Promise<DayRow[]> {
  const { db, now } = call;
  const rows = (await readBooked(db, session.id)).filter(
    (row) => inSession(row) && (only === undefined || only.includes(row.studentId)),
  );
  const ids = idsOf(rows);
  const [students, subjects, last4, places] = await Promise.all([
    readDayStudents(db, session.id, ids),
    readSubjects(db, [...new Set(rows.map(({ examId }) => examId))]),
    last4Of(call, ids),
    listPlaceNames(db, session.id),
  ]);
  const placeOf = new Map(
    places.flatMap(({ studentId, place }) => (place === null ? [] : [[studentId, place] as const])),
  );
  return dayRows(
    { startsAt: session.startsAt, rows, students, subjects, last4, places: placeOf },
    now,
  );
}

/** How many of a session's students came, as it is now. */
export async function readCounts(sql: Sql, sessionId: number): Promise<AttendanceCounts> {
  const rows = (await readBooked(sql, sessionId)).filter(inSession);
  return countsOf(await readDayStudents(sql, sessionId, idsOf(rows)));
}

export function countsOf(
  rows: readonly { attendance: DayRow['attendance'] | null }[],
): AttendanceCounts {
  const counts = { expected: 0, arrived: 0, absent: 0, leftEarly: 0 };
  for (const { attendance } of rows)
    counts[attendance === 'left_early' ? 'leftEarly' : (attendance ?? 'expected')] += 1;
  return counts;
}

/**
 * Returns the students of a session and their attendance (C-O11). Refuses as findDaySession does.
 */
export async function getSessionDay(call: Call, sessionId: number): Promise<SessionDay> {
  const session = await findDaySession(call.db, call.actor, sessionId);
  const rows = await readDayRows(call, session);
  return {
    session: officeSession(session, call.actor, call.now),
    rows,
    counts: countsOf(rows),
  };
}
