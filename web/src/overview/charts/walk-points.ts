import type { Chart } from '../api.ts';

/** A point of a chart: of which series, and its place there. */
export interface PointAt {
  series: number;
  point: number;
}
type Series = Chart['series'];

/** The latest point of the first series that has one, or null. */
export function latestPoint(series: Series): PointAt | null {
  const at = series.findIndex(({ points }) => points.length > 0);
  return at < 0 ? null : { series: at, point: (series[at]?.points.length ?? 1) - 1 };
}

/** The same point where it still is; otherwise the latest one. */
export const presentPoint = (series: Series, at: PointAt | null): PointAt | null =>
  at !== null && series[at.series]?.points[at.point] !== undefined ? at : latestPoint(series);

/** The point of another series that is nearest in time. */
function across(series: Series, { series: from, point }: PointAt, step: 1 | -1): PointAt {
  const x = Date.parse(series[from]?.points[point]?.x ?? '');
  for (let to = from + step; to >= 0 && to < series.length; to += step) {
    const away = (series[to]?.points ?? []).map((one) => Math.abs(Date.parse(one.x) - x));
    if (away.length > 0) return { series: to, point: away.indexOf(Math.min(...away)) };
  }
  return { series: from, point };
}

/** Where a key leads from a point; null: it is no key of charts. */
export function walk(series: Series, at: PointAt, key: string): PointAt | null {
  const last = (series[at.series]?.points.length ?? 1) - 1;
  switch (key) {
    case 'ArrowLeft':
      return { ...at, point: Math.max(0, at.point - 1) };
    case 'ArrowRight':
      return { ...at, point: Math.min(last, at.point + 1) };
    case 'ArrowUp':
      return across(series, at, -1);
    case 'ArrowDown':
      return across(series, at, 1);
    case 'Home':
      return { ...at, point: 0 };
    case 'End':
      return { ...at, point: last };
    default:
      return null;
  }
}
