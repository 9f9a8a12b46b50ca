import * as z from 'zod';
import { call } from '../call.ts';
import { day, id, instant, time } from '../types.ts';
import { clock, DayMark, fitsKind, sessionFields } from './office-sessions.ts';

export const skippable = ['eve', 'chol_hamoed', 'fast', 'federal'] as const;
export type Skippable = (typeof skippable)[number];

const skip = z
  .array(z.enum(skippable, { error: 'skip invalid' }))
  .max(4)
  .describe('Kinds of days that are left out besides Sabbaths and yom tov');

/** A day of a series, or of a session that is copied. */
const SeriesEntry = z
  .object({
    date: day,
    testSessionTime: time,
    startsAt: instant,
    made: z.boolean().describe('It was made, or with `dryRun` would be'),
    leftOut: z.string().nullable().describe('Why it was not'),
    marks: z.array(DayMark),
    placeName: z.string().nullable().describe('Of a copy'),
  })
  .meta({ id: 'SeriesEntry' });
export type SeriesEntry = z.output<typeof SeriesEntry>;

const answer = z.object({
  seriesId: z.int().nullable().describe('null: it is only planned, or no series'),
  sessions: z.array(SeriesEntry),
});

/** C-O04 */
export const addOfficeSeries = call({
  method: 'POST',
  path: '/api/office/addSeries',
  keyed: true,
  summary: 'Makes a weekly series of sessions, all or none',
  description:
    'Sabbaths and yom tov are always left out. Days in `template` are those of a session on ' +
    '`startDate`; the others have them as far from their own day. ' +
    'Weeks begin on Sunday and are counted from the first one.',
  permission: 'office_session.edit',
  body: z.object({
    template: z.object(sessionFields).superRefine(fitsKind),
    startDate: day,
    endDate: day,
    weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).describe('1 (Monday) to 7'),
    everyWeeks: z.int().min(1).max(4),
    skip,
    exceptions: z
      .array(
        z.discriminatedUnion('action', [
          z.object({ date: day, action: z.literal('skip') }),
          z.object({ date: day, action: z.literal('time'), testSessionTime: clock }),
        ]),
      )
      .max(100)
      .describe('Days on which the series has no session change nothing'),
    dryRun: z.boolean().optional(),
  }),
  answer,
  refuses: {
    location_not_found: 404,
    location_retired: 409,
    room_taken: 409,
    room_too_small: 409,
    school_not_found: 404,
    series_too_long: 422,
    series_empty: 422,
  },
});

/** C-O05 */
export const copyTerm = call({
  method: 'POST',
  path: '/api/office/copyTerm',
  keyed: true,
  summary: 'Copies the sessions of some weeks to other weeks, all or none',
  description:
    'Place, time, seats, rooms, gender, proctor and the distance of the closing date are ' +
    'copied, to the same weekday of as many weeks later; never people or remarks. ' +
    'What was called off is left out.',
  permission: 'office_session.edit',
  body: z.object({
    fromStart: day,
    fromEnd: day.describe('At most 200 days after `fromStart`'),
    toStart: day.describe('In the week that the first one is copied to'),
    locationId: id.optional(),
    skip,
    asDraft: z.boolean(),
    dryRun: z.boolean().optional(),
  }),
  answer,
  refuses: {
    range_too_long: 422,
    series_empty: 422,
    too_many_sessions: 422,
    room_taken: 409,
  },
});
