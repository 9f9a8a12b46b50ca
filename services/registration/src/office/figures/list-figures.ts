import type { Call } from '@portal/kit/commands/command';
import { type FigureDays, figureDays } from '@portal/kit/figures/figure-days';
import { calendarError } from '../../errors.ts';
import { finalResult } from '../../records/registrations/state/grade-result.ts';
import { isCounted, stateOf } from '../../sessions/calendar/queries/office-session.ts';
import {
  type CountedRegistration,
  countExamsWithResults,
  countGraded,
  countMade,
  type ExamResultFigure,
  oldestChange,
  type RegistrationFigure,
  type ResultFigure,
  readExamResultFigures,
  readFilledSessions,
  readGraded,
  readMade,
  readRegistrationFigures,
  readResultFigures,
} from './read-store.ts';

const tooLong = () => calendarError('range_too_long');

/** Figures, and the moment that they are of. */
export interface Figures<Figure> {
  figures: Figure[];
  asOf: Date;
}

export interface FigureFilter extends FigureDays {
  vendorId: number | null;
  locationId: number | null;
}

/** Registrations that are not cancelled by the day on which they were made, and vendor. R-571. */
export async function listRegistrationFigures(
  { db, now }: Call,
  filter: FigureFilter,
): Promise<Figures<RegistrationFigure>> {
  const days = figureDays(filter, tooLong);
  const [figures, changed] = await Promise.all([
    readRegistrationFigures(db, days, filter.vendorId, filter.locationId),
    oldestChange(db),
  ]);
  return { figures, asOf: changed ?? now };
}

/** Results by the day on which they were graded, and vendor. R-571. */
export async function listResultFigures(
  { db, now }: Call,
  filter: Omit<FigureFilter, 'locationId'>,
): Promise<Figures<ResultFigure>> {
  const days = figureDays(filter, tooLong);
  const [figures, changed] = await Promise.all([
    readResultFigures(db, days, filter.vendorId),
    oldestChange(db),
  ]);
  return { figures, asOf: changed ?? now };
}

/** Maximum exams with results per request. */
const MAX_EXAMS = 50;

/**
 * Returns results by the day of grading, of the exams with the most results, and the number of
 * exams with any. R-571.
 */
export async function listExamResultFigures(
  { db, now }: Call,
  { limit, vendorId, ...filter }: Omit<FigureFilter, 'locationId'> & { limit: number },
): Promise<Figures<ExamResultFigure> & { total: number }> {
  const days = figureDays(filter, tooLong);
  const most = Math.min(Math.max(limit, 1), MAX_EXAMS);
  const [figures, total, changed] = await Promise.all([
    readExamResultFigures(db, days, vendorId, most),
    countExamsWithResults(db, days, vendorId),
    oldestChange(db),
  ]);
  return { figures, total, asOf: changed ?? now };
}

/** Places of sessions at one branch on one day. */
export interface SeatFigure {
  day: string;
  locationId: number;
  locationName: string;
  taken: number;
  seats: number;
}

/** Places of past and open sessions at branches, by day and branch. R-571. */
export async function listSeatFigures(
  { db, now }: Call,
  filter: Omit<FigureFilter, 'vendorId'>,
): Promise<Figures<SeatFigure>> {
  const sessions = await readFilledSessions(db, figureDays(filter, tooLong), filter.locationId);
  const byDay = new Map<string, SeatFigure>();
  for (const session of sessions) {
    if (!isCounted(stateOf(session, now))) continue;
    const { day, locationId, locationName, taken, seats } = session;
    const key = `${day} ${locationId}`;
    const sum = byDay.get(key) ?? {
      day,
      locationId,
      locationName,
      taken: 0,
      seats: 0,
    };
    byDay.set(key, {
      ...sum,
      taken: sum.taken + taken,
      seats: sum.seats + seats,
    });
  }
  return { figures: [...byDay.values()], asOf: now };
}

export interface ListCounted extends FigureFilter {
  examId: number | null;
  by: string;
  page: number;
  pageSize: number;
}
const MAX_PAGE_SIZE = 200;

/** The registrations that a figure counts, newest first, with how many there are. R-571. */
export async function listCounted(
  { db }: Call,
  { by, page, pageSize, ...filter }: ListCounted,
): Promise<{
  rows: (Omit<CountedRegistration, 'sessionStartsAt'> & {
    result: string | undefined;
    sessionStartsAt: Date | undefined;
  })[];
  total: number;
}> {
  const days = figureDays(filter, tooLong);
  const limit = Math.min(Math.max(pageSize, 1), MAX_PAGE_SIZE);
  const request = { ...filter, limit, offset: (Math.max(page, 1) - 1) * limit };
  const [rows, total] =
    by === 'graded'
      ? await Promise.all([readGraded(db, days, request), countGraded(db, days, filter)])
      : await Promise.all([readMade(db, days, request), countMade(db, days, filter)]);
  return {
    rows: rows.map((row) => ({
      ...row,
      result: finalResult(row),
      sessionStartsAt: row.sessionStartsAt ?? undefined,
    })),
    total,
  };
}
