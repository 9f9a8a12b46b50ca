const HOUR_MS = 3_600_000;
const ZONE = 'America/New_York';

const known = new Map<number, number>();

/** Offset of New York from UTC in milliseconds, by the hour, since asking costs microseconds. */
function offsetAt(ms: number): number {
  const hour = Math.floor(ms / HOUR_MS);
  let offset = known.get(hour);
  if (offset === undefined) {
    const zoned = Temporal.Instant.fromEpochMilliseconds(hour * HOUR_MS).toZonedDateTimeISO(ZONE);
    offset = zoned.offsetNanoseconds / 1e6;
    known.set(hour, offset);
  }
  return offset;
}

export const NEW_YORK_OFFSETS = {
  /** At an instant. */
  at: offsetAt,
  /**
   * When New York's clocks show this, as milliseconds that UTC would show it at. In an hour that is
   * not there, or comes twice, the server takes it for one of standard time.
   */
  atLocal: (local: number): number =>
    Math.min(offsetAt(local + 5 * HOUR_MS), offsetAt(local + 4 * HOUR_MS)),
};
