// The calendar that demo data is laid out on. New York is whole hours from UTC, so minutes are the
// same in both.

const NEW_YORK = 'America/New_York';

/** New York's day of an instant, YYYY-MM-DD. */
export const newYorkDay = (instant: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(NEW_YORK)
    .toPlainDate()
    .toString();

/** The instant at which New York's clocks show this day and time (HH:mm). */
export const instantInNewYork = (day: string, time: string): Date =>
  new Date(
    Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(NEW_YORK).epochMilliseconds,
  );

export const dayPlus = (day: string, by: { days: number }): string =>
  Temporal.PlainDate.from(day).add(by).toString();

export const plusSeconds = (instant: Date, seconds: number): Date =>
  new Date(instant.getTime() + seconds * 1000);
