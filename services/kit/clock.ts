/** Time zone in which every rule about days and hours is reckoned. */
export const NEW_YORK = 'America/New_York';

/** The moment as a New York wall clock shows it. */
export function inNewYork(instant: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(NEW_YORK);
}

/** New York's calendar day of an instant, as YYYY-MM-DD. */
export function dayInNewYork(instant: Date): string {
  return inNewYork(instant).toPlainDate().toString();
}

/** New York's wall-clock time of an instant, as HH:mm. */
export function timeInNewYork(instant: Date): string {
  return inNewYork(instant).toPlainTime().toString({ smallestUnit: 'minute' });
}

/**
 * The instant at which New York's clocks show this day (YYYY-MM-DD) and time (HH:mm); in a spring
 * gap the later reading.
 */
export function instantInNewYork(day: string, time: string): Date {
  return new Date(
    Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(NEW_YORK).epochMilliseconds,
  );
}

/**
 * Hours from now until an instant, negative when it has passed; a real-time difference, so daylight
 * saving cannot move it.
 */
export function hoursUntil(instant: Date, now: Date): number {
  return (instant.getTime() - now.getTime()) / 3_600_000;
}

/** A calendar day moved by days, months or years, as YYYY-MM-DD. */
export function dayPlus(
  day: string,
  by: { days?: number; months?: number; years?: number },
): string {
  return Temporal.PlainDate.from(day).add(by).toString();
}

/** An instant moved by seconds. */
export function plusSeconds(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}
