import type { NewSession } from '@portal/proto/registration/v1/sessions';
import { dayPlus, instantInNewYork, newYorkDay, plusSeconds } from '../new-york.ts';

const WEEKS = 8;
const HOUR = 3600;
/** Branches with open sessions: 15 is for the office alone, 16 by appointment. */
const branches = [11, 12, 13, 14, 15, 16];

type Planned = Partial<NewSession> & Pick<NewSession, 'sessionType' | 'startsAt'>;
const usual = { gender: '3', limitTo1Test: false, closedByStaff: false };

/**
 * Demo sessions, relative to now: every branch twice a week over eight weeks; at branch 13 besides
 * a full one, one with 1 and one with 2 places left, a closed one, and one 20 hours away; shipped
 * sessions. The full ones are made with as many places as the seed then fills.
 */
export function demoSessions(now: Date): NewSession[] {
  return [...weekly(now), ...special(now), ...shipped(now)].map(
    (session) => ({ ...usual, ...session }) as NewSession,
  );
}

function weekly(now: Date): Planned[] {
  const today = newYorkDay(now);
  return branches.flatMap((locationId, place) =>
    Array.from({ length: WEEKS }, (_, week) =>
      [2, 4].map((weekday) => {
        const day = nextWeekday(dayPlus(today, { days: 2 + week * 7 }), weekday);
        const time = weekday === 2 ? '09:30' : place % 2 === 0 ? '18:30' : '13:00';
        return {
          sessionType: '21',
          locationId,
          startsAt: instantInNewYork(day, time),
          closingDate: dayPlus(day, { days: -1 }),
          seats: 24,
        };
      }),
    ).flat(),
  );
}

/** The first such weekday (1 Monday to 7 Sunday) on or after a day. */
export function nextWeekday(day: string, weekday: number): string {
  const ahead = (weekday - Temporal.PlainDate.from(day).dayOfWeek + 7) % 7;
  return dayPlus(day, { days: ahead });
}

/** The session ten days away that dana is in. */
export const danaSession = (now: Date): Date =>
  instantInNewYork(dayPlus(newYorkDay(now), { days: 10 }), '10:00');

/** The session whose only place the seed takes. */
export const fullSession = (now: Date): Date =>
  instantInNewYork(dayPlus(newYorkDay(now), { days: 5 }), '15:00');

function special(now: Date): Planned[] {
  const today = newYorkDay(now);
  const at = (days: number, time: string) => instantInNewYork(dayPlus(today, { days }), time);
  const in20Hours = plusSeconds(now, 20 * HOUR);
  const here = { sessionType: '21', locationId: 13 };
  return [
    { ...here, startsAt: danaSession(now), seats: 12 },
    { ...here, startsAt: fullSession(now), seats: 1 },
    { ...here, startsAt: at(6, '11:00'), seats: 1 },
    { ...here, startsAt: at(7, '11:00'), seats: 2 },
    { ...here, startsAt: at(8, '16:00'), seats: 10, closedByStaff: true },
    {
      ...here,
      startsAt: plusSeconds(
        in20Hours,
        -60 * (in20Hours.getUTCMinutes() % 5) - in20Hours.getUTCSeconds(),
      ),
      seats: 10,
    },
    { ...here, startsAt: at(12, '10:30'), seats: 10, limitTo1Test: true },
    { ...here, startsAt: at(13, '10:30'), seats: 10, gender: '1' },
  ];
}

function shipped(now: Date): Planned[] {
  const today = newYorkDay(now);
  return [9, 23].map((days, place) => {
    const day = dayPlus(today, { days });
    return {
      sessionType: '23',
      startsAt: instantInNewYork(day, '10:00'),
      closingDate: dayPlus(day, { days: -7 }),
      shipDate: dayPlus(day, { days: -5 }),
      lastDate: dayPlus(day, { days: 3 }),
      returnDueDate: dayPlus(day, { days: 7 }),
      title: place === 0 ? 'Chicago' : 'Miami Beach',
      address:
        place === 0 ? '2828 West Pratt Avenue, Chicago, IL' : '4000 Alton Road, Miami Beach, FL',
      firstName: 'Shoshana',
      lastName: place === 0 ? 'Adler' : 'Gordon',
      phone: '773-555-0140',
    };
  });
}
