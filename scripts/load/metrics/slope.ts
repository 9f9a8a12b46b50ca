/** A value at a moment; hours since the beginning. */
export interface Point {
  readonly hours: number;
  readonly value: number;
}

export interface Slope {
  /** Growth of the value an hour, by the line of least squares. */
  readonly perHour: number;
  /** Its standard error: how far off it may well be. */
  readonly error: number;
}

/** The line through points; undefined for fewer than three of them, or all at one moment. */
export function slopeOf(points: readonly Point[]): Slope | undefined {
  const n = points.length;
  const mean = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / n;
  const [middle, level] = [mean(({ hours }) => hours), mean(({ value }) => value)];
  const spread = points.reduce((sum, { hours }) => sum + (hours - middle) ** 2, 0);
  if (n < 3 || spread === 0) return undefined;
  const perHour =
    points.reduce((sum, { hours, value }) => sum + (hours - middle) * (value - level), 0) / spread;
  const rest = points.reduce(
    (sum, { hours, value }) => sum + (value - level - perHour * (hours - middle)) ** 2,
    0,
  );
  return { perHour, error: Math.sqrt(rest / (n - 2) / spread) };
}
