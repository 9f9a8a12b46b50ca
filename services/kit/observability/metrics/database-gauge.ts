import { Gauge } from 'prom-client';

/** A value of a gauge, with its labels. */
export interface Sample {
  labels?: Record<string, string>;
  value: number;
}

/**
 * How long /metrics waits for the database: a third of Prometheus' scrape timeout of 10 s. A
 * hanging database accepts a query and never answers.
 */
export const DATABASE_TIMEOUT_MS = 3_000;

/**
 * Registers a gauge whose values come from the database. While it does not answer within
 * `timeoutMs`, the gauge shows `unavailable`, so that alerts see a database that is down. A hanging
 * query is not sent again before it has ended: it holds a connection.
 */
export function databaseGauge(
  { name, help, labelNames = [] }: { name: string; help: string; labelNames?: readonly string[] },
  read: () => Promise<readonly Sample[]>,
  unavailable: readonly Sample[],
  timeoutMs = DATABASE_TIMEOUT_MS,
): void {
  let running: Promise<readonly Sample[]> | undefined;
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    async collect() {
      running ??= read()
        .catch(() => unavailable)
        .finally(() => {
          running = undefined;
        });
      for (const { labels = {}, value } of await within(timeoutMs, running, unavailable))
        this.set(labels, value);
    },
  });
}

/** Resolves as the work does, or with `late` when it has not ended in time. */
export async function within<T>(ms: number, work: Promise<T>, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
