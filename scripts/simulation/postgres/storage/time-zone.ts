const HOUR_MS = 3_600_000;
const ZONE = 'America/New_York';

const known = new Map<number, number>();

/**
 * Returns New York's offset from UTC in milliseconds, cached by the hour since a lookup costs
 * microseconds.
 */
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
  /** The offset at an instant. */
  at: offsetAt,
  /**
   * Returns the instant of a local time in New York, which is given as if it were UTC. In missing
   * and repeated hours the server assumes standard time.
   */
  atLocal: (local: number): number =>
    Math.min(offsetAt(local + 5 * HOUR_MS), offsetAt(local + 4 * HOUR_MS)),
};
