import type { OfficeSession } from '../api.ts';

type Timed = Pick<OfficeSession, 'startsAt' | 'state'>;

const MINUTE = 60_000;
const opensAt = ({ startsAt }: Timed): number => Date.parse(startsAt) - 60 * MINUTE;

/** Returns whether attendance can be recorded yet: from 60 minutes before the start. R-520 */
export const isAttendanceOpen = (session: Timed, now: Date): boolean =>
  now.getTime() >= opensAt(session);

/** From 60 minutes before to 30 minutes after the start of a session that takes place. R-523 */
export const isWalkInTime = (session: Timed, now: Date): boolean =>
  session.state !== 'draft' &&
  session.state !== 'called_off' &&
  isAttendanceOpen(session, now) &&
  now.getTime() <= Date.parse(session.startsAt) + 30 * MINUTE;
