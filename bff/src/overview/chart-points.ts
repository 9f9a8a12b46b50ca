import { type ChartPoint, MAX_SERIES } from '@portal/contract/overview/overview';
import { dayPlus } from '@portal/kit/clock';

export type Step = 'day' | 'week' | 'month';

/** Days that are one point, YYYY-MM-DD, both included. */
export interface Bucket {
  from: string;
  to: string;
}

const SUNDAY = 7;

/** The first day of the next week, which begins on Sunday, or month. */
function nextBegin(day: string, step: Step): string {
  if (step === 'day') return dayPlus(day, { days: 1 });
  const date = Temporal.PlainDate.from(day);
  if (step === 'month') return date.with({ day: 1 }).add({ months: 1 }).toString();
  return date.add({ days: SUNDAY - (date.dayOfWeek % SUNDAY) }).toString();
}

/** Some days in points; the first and the last week or month are cut to the days. */
export function bucketsOf({ from, to }: Bucket, step: Step): Bucket[] {
  const buckets: Bucket[] = [];
  for (let begin = from; begin <= to; ) {
    const next = nextBegin(begin, step);
    const last = dayPlus(next, { days: -1 });
    buckets.push({ from: begin, to: last < to ? last : to });
    begin = next;
  }
  return buckets;
}

/** A service's count on a day for one vendor, branch or school. */
export interface Counted {
  /** Of which series. */
  id: number;
  name: string;
  /** YYYY-MM-DD */
  day: string;
  count: number;
  /** Of how many, for a share. */
  of?: number;
}
export interface Series {
  name: string;
  points: ChartPoint[];
}
/** The series of a chart, and of how many they are. */
export interface Drawn {
  series: Series[];
  total: number;
}
/** Returns the page that lists the things that a point counts. */
export type HrefOf = (bucket: Bucket, seriesId: number) => string;

/** The buckets' days by which they are found. */
function placeOf(buckets: readonly Bucket[]): (day: string) => number {
  return (day) => {
    let [low, high] = [0, buckets.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((buckets[middle] as Bucket).from <= day) low = middle;
      else high = middle - 1;
    }
    return low;
  };
}

interface Sums {
  id: number;
  name: string;
  counts: number[];
  ofs: number[];
}

/** Sums by series and bucket, those that have most first. */
function sumsOf(counted: readonly Counted[], buckets: readonly Bucket[]): Sums[] {
  const place = placeOf(buckets);
  const zeros = () => buckets.map(() => 0);
  const all = new Map<number, Sums>();
  for (const { id, name, day, count, of = 0 } of counted) {
    const sums = all.get(id) ?? { id, name, counts: zeros(), ofs: zeros() };
    all.set(id, sums);
    const at = place(day);
    sums.counts[at] = (sums.counts[at] ?? 0) + count;
    sums.ofs[at] = (sums.ofs[at] ?? 0) + of;
  }
  const weight = ({ counts, ofs }: Sums) =>
    [...counts, ...ofs].reduce((sum, count) => sum + Math.abs(count), 0);
  return [...all.values()].sort((one, other) => weight(other) - weight(one) || one.id - other.id);
}

/**
 * Returns at most the first six series by name; those of one name are distinguished by their id.
 */
function drawn<T extends { id: number; name: string }>(
  inOrder: readonly T[],
  pointsOf: (one: T) => ChartPoint[],
): Drawn {
  const shown = inOrder
    .slice(0, MAX_SERIES)
    .sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
  const isAlone = (name: string) => shown.filter((one) => one.name === name).length === 1;
  const series = shown.map((one) => ({
    name: isAlone(one.name) ? one.name : `${one.name} (${one.id})`,
    points: pointsOf(one),
  }));
  return { series, total: inOrder.length };
}

/** Counts: each bucket has a point, one without anything is 0. */
export const countSeries = (
  counted: readonly Counted[],
  buckets: readonly Bucket[],
  hrefOf: HrefOf,
): Drawn =>
  drawn(sumsOf(counted, buckets), ({ id, counts }) =>
    buckets.map((bucket, at) => ({
      x: bucket.from,
      y: counts[at] ?? 0,
      href: hrefOf(bucket, id),
    })),
  );

/** Shares in percent with one decimal: a bucket without anything to count has no point. R-571. */
export const shareSeries = (
  counted: readonly Counted[],
  buckets: readonly Bucket[],
  hrefOf: HrefOf,
): Drawn =>
  drawn(sumsOf(counted, buckets), ({ id, counts, ofs }) =>
    buckets.flatMap((bucket, at) => {
      const of = ofs[at] ?? 0;
      if (of === 0) return [];
      const y = percentOf(counts[at] ?? 0, of);
      return [{ x: bucket.from, y, of, href: hrefOf(bucket, id) }];
    }),
  );

/** A share in percent, to one decimal. */
export const percentOf = (part: number, whole: number): number =>
  Math.round((part * 1000) / whole) / 10;

/** A school's balance before the first day, and its change by day, in cents. */
export interface Balance {
  id: number;
  name: string;
  openingCents: number;
  days: readonly { day: string; cents: number }[];
}

/** Balances at the end of each bucket, in dollars; of more than six schools the lowest. */
export function balanceSeries(
  balances: readonly Balance[],
  buckets: readonly Bucket[],
  hrefOf: HrefOf,
): Drawn {
  const place = placeOf(buckets);
  const all = balances.map(({ id, name, openingCents, days }) => {
    const changes = buckets.map(() => 0);
    for (const { day, cents } of days) {
      const at = place(day);
      changes[at] = (changes[at] ?? 0) + cents;
    }
    let cents = openingCents;
    const ends = changes.map((change) => {
      cents += change;
      return cents;
    });
    return { id, name, ends };
  });
  const lowestFirst = all.sort(
    (one, other) => (one.ends.at(-1) ?? 0) - (other.ends.at(-1) ?? 0) || one.id - other.id,
  );
  return drawn(lowestFirst, ({ id, ends }) =>
    buckets.map((bucket, at) => ({
      x: bucket.from,
      y: (ends[at] ?? 0) / 100,
      href: hrefOf(bucket, id),
    })),
  );
}
