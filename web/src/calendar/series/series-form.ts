import type { CallInput } from '@portal/contract/call';
import type {
  addOfficeSeries,
  SeriesEntry,
  Skippable,
} from '@portal/contract/sessions/office-series';
import { newSession, type SessionValues } from '../sessions/session-form.ts';

/** When a series has sessions. */
export interface SeriesValues {
  endDate: string;
  /** 1 (Monday) to 7, as texts. */
  weekdays: string[];
  everyWeeks: number;
  skip: Skippable[];
}

/** Changes of single days: left out, or at another time (HH:mm). */
export type Exceptions = Readonly<Record<string, { time: string | null }>>;

/** Kinds of days that a series may leave out besides Sabbaths and yom tov. */
export const skipTexts: readonly { value: Skippable; label: string }[] = [
  { value: 'eve', label: 'Eves of yom tov' },
  { value: 'chol_hamoed', label: 'Chol hamoed' },
  { value: 'fast', label: 'Fasts' },
  { value: 'federal', label: 'Federal holidays' },
];

/** Returns the input of C-O04; the day of the session is the first of the series. */
export function newSeries(
  session: SessionValues,
  { endDate, weekdays, everyWeeks, skip }: SeriesValues,
  { exceptions, draft, dryRun }: { exceptions: Exceptions; draft: boolean; dryRun: boolean },
): CallInput<typeof addOfficeSeries> {
  const {
    date: startDate,
    confirmDay: _,
    ...template
  } = newSession(session, {
    draft,
    confirmDay: false,
  });
  return {
    template,
    startDate,
    endDate,
    weekdays: weekdays.map(Number),
    everyWeeks,
    skip,
    exceptions: Object.entries(exceptions).map(([date, { time }]) =>
      time === null ? { date, action: 'skip' } : { date, action: 'time', testSessionTime: time },
    ),
    dryRun,
  };
}

/** How many of the days that were planned are still to have a session. */
export const countLeft = (entries: readonly SeriesEntry[], exceptions: Exceptions): number =>
  entries.filter(({ made, date }) => made && exceptions[date]?.time !== null).length;
