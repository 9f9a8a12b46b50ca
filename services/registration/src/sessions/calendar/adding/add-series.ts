import { dayPlus, instantInNewYork } from '@portal/kit/clock';
import { type Call, command } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { againIfRoomTaken } from '../../../capacity/seats/rooms/room-taken.ts';
import type { NewOfficeSession } from '../../../capacity/seats/sessions/add-office-sessions.ts';
import { noteSeries } from '../../../capacity/seats/sessions/office-session-store.ts';
import { checkRoomsOfDays } from '../rooms/check-rooms.ts';
import { makeSessions } from './add-session.ts';
import { planSession, readPlace, type WantedSession } from './planned-session.ts';
import { type SeriesDay, type SeriesRule, seriesDays } from './series-days.ts';

export interface AddSeries extends SeriesRule {
  /** The fields of each session; its other days are relative to the first day of the series. */
  template: Omit<WantedSession, 'date' | 'confirmDay'>;
}

/** A day of a series or a copy, and when its session begins. */
export interface SeriesEntry extends SeriesDay {
  startsAt: Date;
  made: boolean;
  /** The place of a copied session. */
  placeName?: string | undefined;
}

export interface SeriesMade {
  /** The id of its first session; null: only planned, or not a series. */
  seriesId: number | null;
  entries: SeriesEntry[];
}

/** Returns the days as entries: whether each is made, or to be made, and when it begins. */
export const entriesOf = <Day extends SeriesDay>(days: readonly Day[]) =>
  days.map((day) => ({
    ...day,
    startsAt: instantInNewYork(day.date, day.time),
    made: day.leftOut === null,
  }));

/** Returns the day so many days later (YYYY-MM-DD); null stays null. */
export const movedAlong = (day: string | null, days: number): string | null =>
  day === null ? null : dayPlus(day, { days });

async function plan(
  sql: Sql,
  { template, ...rule }: AddSeries,
  now: Date,
): Promise<{ days: SeriesDay[]; rows: NewOfficeSession[] }> {
  const place = await readPlace(sql, template);
  const days = seriesDays(rule, template.time, now, place.location);
  const start = Temporal.PlainDate.from(rule.startDate);
  const rows = days
    .filter(({ leftOut }) => leftOut === null)
    .map(({ date, time }) => {
      const later = start.until(date).days;
      const wanted = {
        ...template,
        date,
        time,
        confirmDay: false,
        closingDate: movedAlong(template.closingDate, later),
        shipDate: movedAlong(template.shipDate, later),
        returnDueDate: movedAlong(template.returnDueDate, later),
        lastDate: movedAlong(template.lastDate, later),
      };
      return planSession(wanted, place, now).row;
    });
  await checkRoomsOfDays(sql, rows);
  return { days, rows };
}

const add = command(
  'addOfficeSeries',
  async (tx, wanted: AddSeries): Promise<{ seriesId: number; days: SeriesDay[] }> => {
    const { days, rows } = await plan(tx, wanted, tx.now);
    const ids = await makeSessions(tx, rows);
    await noteSeries(tx, ids);
    return { seriesId: ids[0] as number, days };
  },
);

/**
 * Makes a weekly series of sessions, all or none (C-O04), or with `dryRun` only says which. Refuses
 * with invalid, series_too_long, series_empty, location_not_found, location_retired,
 * school_not_found, room_too_small or room_taken (dates)..
 */
export async function addOfficeSeries(
  call: Call,
  { dryRun, ...wanted }: AddSeries & { dryRun: boolean },
): Promise<SeriesMade> {
  const { seriesId, days } = dryRun
    ? { seriesId: null, ...(await plan(call.db, wanted, call.now)) }
    : await againIfRoomTaken(() => add(call, wanted));
  return { seriesId, entries: entriesOf(days) };
}
