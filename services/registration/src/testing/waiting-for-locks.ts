import type { Database } from '@portal/kit/database/database';

/** Comes back once so many transactions of a database wait for a lock. */
export async function waitingForLocks(db: Database, count: number): Promise<void> {
  for (;;) {
    const { blocked } = await db.one<{ blocked: number }>`
      SELECT count(*)::integer AS blocked FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (blocked >= count) return;
  }
}

export interface Meeting {
  /** Comes first, and is held at this mark, before its commit. */
  first: () => Promise<unknown>;
  mark: string;
  /** Begins then, and waits for a lock of the first until that has committed. */
  second: () => Promise<unknown>;
}

/** Runs two transactions concurrently in this order; returns how each ended. */
export async function meet(
  db: Database,
  { first, mark, second }: Meeting,
): Promise<PromiseSettledResult<unknown>[]> {
  const hook = Symbol.for('portal.failpoints');
  const marks = globalThis as { [hook]?: (name: string) => Promise<void> | void };
  const [isThere, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  marks[hook] = (name) => {
    if (name !== mark) return;
    delete marks[hook];
    isThere.resolve();
    return mayGoOn.promise;
  };
  const one = Promise.allSettled([first()]);
  try {
    await Promise.race([isThere.promise, one]);
    const other = Promise.allSettled([second()]);
    // a second act that does not wait for a lock has already ended, and the test checks how
    await Promise.race([waitingForLocks(db, 1), other]);
    mayGoOn.resolve();
    return (await Promise.all([one, other])).flat();
  } finally {
    delete marks[hook];
    mayGoOn.resolve();
  }
}
