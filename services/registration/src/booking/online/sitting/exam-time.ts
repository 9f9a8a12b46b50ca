import { dayInNewYork } from '@portal/kit/clock';
import {
  examMinutes,
  grantedOn,
  moreMinutes,
} from '../../../records/accommodations/exam-minutes.ts';
import type { OnlineRow } from './online-row.ts';

type Timed = Pick<OnlineRow, 'durationMinutes' | 'granted' | 'onlineExamStarted'>;

/** Returns the minutes that the exam takes a student who begins it today. */
export const minutesToday = ({ durationMinutes, granted }: Timed, now: Date): number =>
  examMinutes(durationMinutes ?? 0, grantedOn(granted ?? [], dayInNewYork(now)));

/**
 * Returns the minutes that the platform adds to the exam's own time, until the exam has begun;
 * after that none, and the platform keeps the previous value. R-547
 */
export function moreTimeToday(
  { durationMinutes, granted, onlineExamStarted }: Timed,
  now: Date,
): { extraMinutes: number; breakMinutes: number } | Record<never, never> {
  if (onlineExamStarted !== null) return {};
  const today = grantedOn(granted ?? [], dayInNewYork(now));
  const { extra, breaks } = moreMinutes(durationMinutes ?? 0, today);
  return { extraMinutes: extra, breakMinutes: breaks };
}
