import { CalendarServiceDefinition } from '@portal/proto/registration/v1/calendar';
import { asAdmin } from '../as.ts';
import { seedClient } from '../clients.ts';
import { dayPlus, newYorkDay } from '../new-york.ts';
import { nextWeekday } from './sessions.ts';

const LAKEWOOD = 11;
const SUNDAY = 7;
const SUNDAYS = 8;
const calendar = seedClient(CalendarServiceDefinition, 'REGISTRATION_ADDR');

const usual = {
  sessionType: '21',
  locationId: LAKEWOOD,
  gender: '3',
  seats: 24,
  limitTo1Test: false,
  rooms: [],
  proctor: 'Bella Roth',
  dryRun: false,
};

/**
 * What the office plans at Lakewood: a series of eight Sundays at 10:00, the third of which is left
 * out (those on holidays are anyway, R-507), and a session that is a draft yet.
 */
export async function seedCalendarPlan(now: Date): Promise<void> {
  const today = newYorkDay(now);
  const first = nextWeekday(dayPlus(today, { days: 2 }), SUNDAY);
  const sunday = (place: number) => dayPlus(first, { days: 7 * place });
  await calendar.addSeries(
    {
      template: { ...usual, date: first, time: '10:00', draft: false, confirmDay: false },
      startDate: first,
      endDate: sunday(SUNDAYS - 1),
      weekdays: [SUNDAY],
      everyWeeks: 1,
      skip: [],
      exceptions: [{ date: sunday(2) }],
      dryRun: false,
    },
    asAdmin('series'),
  );
  const date = nextWeekday(dayPlus(today, { days: 30 }), 1);
  await calendar.addSession(
    { ...usual, date, time: '17:00', draft: true, confirmDay: true },
    asAdmin('draft'),
  );
}
