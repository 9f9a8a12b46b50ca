import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import {
  lockOfficeSession,
  type OfficeSessionBefore,
  readOfficeSession,
} from '../../capacity/seats/sessions/office-session-store.ts';
import { countLine } from '../../capacity/waiting-list/entry-store.ts';
import { movedMailText } from '../../emails/moved-emails.ts';
import { calendarError } from '../../errors.ts';
import { readPrograms } from '../../projections/read-projections.ts';
import { latestEndOf } from '../../records/accommodations/latest-end.ts';
import type { SessionType } from '../../records/fees/proctor-fee.ts';
import { checkBranch, checkVersion } from '../calendar/checks/check-session.ts';
import { readPeople } from '../calendar/checks/read-people.ts';
import { readBranch } from '../calendar/rooms/branch.ts';
import { checkRooms } from '../calendar/rooms/check-rooms.ts';
import { byProgress, previewedExams, studentsOf } from '../session-operations/exams-of-session.ts';
import { isGoodPreview, previewHash } from '../session-operations/preview-hash.ts';
import { readBooked } from '../session-operations/run-store.ts';
import { clashOf, type NewPlace } from './clashes.ts';
import { type Move, type PlannedMove, planMove } from './plan-move.ts';
import { readBranchPrograms, readMailedPlace, readMovingStudents } from './store.ts';

export interface Clash {
  studentId: number;
  name: string;
  why: string;
}

/** The effects of a move. */
export interface MovePreview {
  previewHash: string;
  students: number;
  exams: number;
  clashes: Clash[];
  marks: PlannedMove['marks'];
  mailText: string;
  /** Students in line, including those with an offer. */
  waiting: number;
  offers: number;
}

/** A move as it would be now, from the session as it is locked or read. */
export interface MoveFacts {
  before: OfficeSessionBefore;
  planned: PlannedMove;
  place: NewPlace;
  students: number;
  exams: number;
  clashes: (Clash & { clash: 'time' | 'branch' })[];
  /** The facts that its preview hash covers. */
  previewed: unknown;
}

const WHY = {
  time: 'Has another session then.',
  branch: 'The branch is kept for other programs.',
} as const;

/**
 * Reads the effects of moving a session. Throws session_not_found, session_changed, has_started,
 * location_not_found, location_retired, room_taken or as planMove does.
 */
export async function readMove(
  sql: Sql,
  move: Move,
  before: OfficeSessionBefore | undefined,
  now: Date,
): Promise<MoveFacts> {
  const { sessionId, version, locationId, message } = move;
  if (before === undefined) throw calendarError('session_not_found');
  await checkVersion(sql, before, version);
  const branchId = locationId ?? before.locationId;
  const branch = branchId === null ? undefined : await readBranch(sql, branchId);
  const { seatsTaken } = await readPeople(sql, sessionId, '3');
  const planned = planMove(before, move, { branch, seatsTaken }, now);
  const { booked, begun } = byProgress(await readBooked(sql, sessionId));
  if (begun.length > 0) throw calendarError('has_started');
  const isOtherBranch = planned.locationId !== before.locationId;
  if (locationId !== null && isOtherBranch) await checkBranch(sql, locationId);
  const endsAt = await latestEndOf(sql, sessionId, planned.startsAt);
  await checkRooms(sql, [{ ...planned, endsAt }], {
    exceptSessionId: sessionId,
    namesDays: false,
  });
  const place: NewPlace = {
    startsAt: planned.startsAt,
    locationId: planned.locationId,
    isOtherBranch,
    branchPrograms:
      planned.locationId === null ? [] : await readBranchPrograms(sql, planned.locationId),
  };
  const ids = studentsOf(booked);
  const clashes = (await readMovingStudents(sql, sessionId, ids)).flatMap((student) => {
    const otherStarts = student.otherStarts.map((start) => new Date(start));
    const clash = clashOf({ ...student, otherStarts }, place);
    if (clash === null) return [];
    const name = `${student.firstName} ${student.lastName}`;
    return [{ studentId: student.id, name, why: WHY[clash], clash }];
  });
  const { startsAt, closingDate } = planned;
  return {
    before,
    planned,
    place,
    clashes,
    students: ids.length,
    exams: booked.length,
    previewed: {
      version,
      startsAt,
      locationId: planned.locationId,
      closingDate,
      message,
      exams: previewedExams(booked),
      clashes: clashes.map(({ studentId, clash }) => [studentId, clash]),
      rooms: planned.rooms.map(({ roomId, places }) => [roomId, places]),
    },
  };
}

/** The same of a session that stays as it is until the transaction ends. */
export const readMoveLocked = async (sql: Sql, move: Move, now: Date): Promise<MoveFacts> =>
  readMove(sql, move, await lockOfficeSession(sql, move.sessionId), now);

/**
 * Throws preview_outdated if facts differ from the preview, or it is over 10 minutes old. R-516.
 */
export function checkPreview(hash: string, { previewed }: MoveFacts, now: Date): void {
  if (!isGoodPreview(hash, previewed, now)) throw calendarError('preview_outdated');
}

/** Reads the programmes of students whose session moves to a branch reserved for some. */
export async function readProgramsFor(
  { db, now }: Call,
  { sessionId, locationId }: Move,
): Promise<void> {
  if (locationId === null || (await readBranchPrograms(db, locationId)).length === 0) return;
  for (const studentId of studentsOf(await readBooked(db, sessionId)))
    await readPrograms(db, serviceActor('registration', studentId), studentId, now);
}

/**
 * Returns the students who would be moved with a session, those who cannot be, and the email that
 * they would get (C-O08). Throws session_not_found, session_changed, called_off, session_over,
 * has_started, in_past, too_soon, day_left_out, location_not_found, location_retired, room_taken,
 * room_too_small, seats_below_taken, special_taken or invalid..
 */
export async function previewMove(call: Call, move: Move): Promise<MovePreview> {
  const { db, now } = call;
  await readProgramsFor(call, move);
  const facts = await readMove(db, move, await readOfficeSession(db, move.sessionId), now);
  const { before, planned, students, exams, clashes, previewed } = facts;
  const place = await readMailedPlace(db, move.sessionId, planned.locationId);
  return {
    previewHash: previewHash(previewed, now),
    students,
    exams,
    marks: planned.marks,
    ...(await countLine(db, move.sessionId)),
    clashes: clashes.map(({ studentId, name, why }) => ({ studentId, name, why })),
    mailText: movedMailText({
      sessionType: before.sessionType as SessionType,
      startsAt: planned.startsAt,
      message: move.message,
      ...place,
    }),
  };
}
