import type { Sample } from './samples.ts';

/** Observations of a histogram between two moments; milliseconds. */
export interface Observations {
  readonly label: string;
  readonly count: number;
  readonly totalMs: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

interface Counted {
  count: number;
  sum: number;
  /** Observations up to each bound, in seconds. */
  readonly buckets: Map<number, number>;
}

/**
 * Returns the observations of a histogram between `before` and `after` by one of its labels, summed
 * over processes and other labels. A process that restarted counts from zero. Most time first.
 */
export function observedBetween(
  before: readonly Sample[],
  after: readonly Sample[],
  { metric, by }: { metric: string; by: string },
): Observations[] {
  const keyOf = ({ process, name, labels }: Sample) =>
    `${process} ${name} ${JSON.stringify(labels)}`;
  const earlier = new Map(
    before.filter(({ name }) => name.startsWith(metric)).map((one) => [keyOf(one), one.value]),
  );
  const counted = new Map<string, Counted>();
  for (const sample of after) {
    const label = sample.labels[by];
    if (!sample.name.startsWith(`${metric}_`) || label === undefined) continue;
    const then = earlier.get(keyOf(sample)) ?? 0;
    const grown = sample.value >= then ? sample.value - then : sample.value;
    const own = counted.get(label) ?? { count: 0, sum: 0, buckets: new Map<number, number>() };
    counted.set(label, own);
    if (sample.name === `${metric}_count`) own.count += grown;
    else if (sample.name === `${metric}_sum`) own.sum += grown;
    else {
      const bound = sample.labels['le'] === '+Inf' ? Infinity : Number(sample.labels['le']);
      own.buckets.set(bound, (own.buckets.get(bound) ?? 0) + grown);
    }
  }
  return [...counted]
    .filter(([, { count }]) => count > 0)
    .map(([label, { count, sum, buckets }]) => ({
      label,
      count: Math.round(count),
      totalMs: sum * 1000,
      p50: quantile(buckets, 0.5) * 1000,
      p95: quantile(buckets, 0.95) * 1000,
      p99: quantile(buckets, 0.99) * 1000,
    }))
    .sort((one, other) => other.totalMs - one.totalMs);
}

/**
 * As Prometheus' histogram_quantile: linear within a bucket; the last bound but infinity where it
 * lies beyond.
 */
export function quantile(buckets: ReadonlyMap<number, number>, share: number): number {
  const sorted = [...buckets].sort(([one], [other]) => one - other);
  const total = sorted.at(-1)?.[1] ?? 0;
  if (total === 0) return Number.NaN;
  const rank = share * total;
  let [lowBound, below] = [0, 0];
  for (const [bound, upTo] of sorted) {
    if (upTo >= rank) {
      if (bound === Infinity) return lowBound;
      return lowBound + ((bound - lowBound) * (rank - below)) / (upTo - below);
    }
    [lowBound, below] = [bound, upTo];
  }
  return lowBound;
}
