import { dayInNewYork, timeInNewYork } from '@portal/kit/clock';
import { type Call, command } from '@portal/kit/commands/command';
import { SessionChanged } from '@portal/proto/registration/v1/events';
import {
  changeOfficeSession,
  fitMinutes,
  lockOfficeSession,
  type OfficeSessionBefore,
  type OfficeSessionTerms,
} from '../capacity/office-session-store.ts';
import { noteFreed } from '../capacity/seats.ts';
import { calendarError } from '../errors.ts';
import { checkBranch, checkVersion } from './check-session.ts';
import { type OfficeSession, stateOf } from './office-session.ts';
import { checkClosing, checkSeats, planTime } from './plan-session.ts';
import { differences, peopleRefusal } from './session-changes.ts';
import { sessionNow } from './session-now.ts';
import { readPeople } from './store.ts';

/** What is to change; undefined: as it is, null: nothing any more. */
export interface ChangeSession {
  sessionId: number;
  version: number;
  seats?: number | undefined;
  gender?: string | undefined;
  limitTo1Test?: boolean | undefined;
  proctor?: string | null | undefined;
  title?: string | null | undefined;
  closingDate?: string | null | undefined;
  closingTime?: string | null | undefined;
  remark?: string | null | undefined;
  date?: string | undefined;
  time?: string | undefined;
  locationId?: number | undefined;
  confirmDay: boolean;
}

/** The terms that come of a change; a new day or time is planned as that of a new session. */
function changedTerms(
  before: OfficeSessionBefore,
  { date, time, confirmDay, ...wanted }: ChangeSession,
  now: Date,
): OfficeSessionTerms {
  const or = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value);
  const closingDate = or(wanted.closingDate, before.closingDate);
  const closing = {
    closingDate,
    closingTime: closingDate === null ? null : or(wanted.closingTime, before.closingTime),
  };
  const at = {
    date: date ?? dayInNewYork(before.startsAt),
    time: time ?? timeInNewYork(before.startsAt),
  };
  const isElsewhen =
    at.date !== dayInNewYork(before.startsAt) || at.time !== timeInNewYork(before.startsAt);
  const startsAt = isElsewhen
    ? planTime({ ...at, ...closing, confirmDay }, now).startsAt
    : before.startsAt;
  checkClosing({ startsAt, ...closing });
  const terms = {
    ...closing,
    startsAt,
    locationId: or(wanted.locationId, before.locationId),
    gender: or(wanted.gender, before.gender),
    seats: or(wanted.seats, before.seats),
    limitTo1Test: or(wanted.limitTo1Test, before.limitTo1Test),
    proctor: or(wanted.proctor, before.proctor),
    title: or(wanted.title, before.title),
    remark: or(wanted.remark, before.remark),
  };
  checkSeats({ sessionType: before.sessionType, seats: terms.seats });
  return terms;
}

const change = command('changeOfficeSession', async (tx, wanted: ChangeSession): Promise<null> => {
  const { sessionId, version } = wanted;
  const before = await lockOfficeSession(tx, sessionId);
  if (before === undefined) throw calendarError('session_not_found');
  await checkVersion(tx, before, version);
  if (stateOf(before, tx.now) === 'past') throw calendarError('session_over');
  const after = changedTerms(before, wanted, tx.now);
  const changed = differences(before, after);
  if (Object.keys(changed).length === 0) return null;
  if (after.locationId !== before.locationId && after.locationId !== null) {
    if (before.sessionType !== '21') throw calendarError('location_not_found');
    await checkBranch(tx, after.locationId);
  }
  const genderToFit = after.gender === before.gender ? '3' : after.gender;
  const refusal = peopleRefusal({
    before,
    after,
    people: await readPeople(tx, sessionId, genderToFit),
  });
  if (refusal) throw refusal;
  const more = (after.seats ?? 0) - (before.seats ?? 0);
  if (before.seats !== null) noteFreed(tx, sessionId, more);
  tx.emit(SessionChanged, { sessionId });
  tx.audit({
    op: 'update',
    table: 'session',
    id: sessionId,
    change: { ...changed, version: [version, version + 1] },
  });
  if (after.limitTo1Test !== before.limitTo1Test)
    await fitMinutes(tx, sessionId, after.limitTo1Test);
  await changeOfficeSession(tx, sessionId, after);
  return null;
});

/**
 * Changes a session from the version that somebody saw (C-O06); its day, time and branch only while
 * nobody is in it. Refuses with session_not_found, session_changed, called_off, session_over,
 * seats_below_taken, gender_taken, one_exam_taken, has_people, or as addOfficeSession does. R-503,
 *
 */
export async function changeOfficeSessionFrom(
  call: Call,
  wanted: ChangeSession,
): Promise<OfficeSession> {
  await change(call, wanted);
  return sessionNow(call, wanted.sessionId);
}
