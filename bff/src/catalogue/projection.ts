import type { Log } from '@portal/kit/observability/log';

/** A projection of rarely changing data, held in memory. */
export interface Projection<Value> {
  /** Returns the newest value known. Waits for the first one, and fails as its loading fails. */
  get(): Promise<Value>;
  /** Loads again soon, e.g. after an event; the value in use stays until the new one is loaded. */
  refresh(): void;
  /** Waits until no load is pending, whether the loads succeeded or failed. */
  settled(): Promise<void>;
  stop(): void;
}

/** Returns the new value, or null when the held one is still the newest. */
export type Load<Value> = (held: Value | null) => Promise<Value | null>;

const checkEveryMillis = 30_000;

/**
 * Keeps a projection that it loads at the first use, after `refresh`, and every 30 seconds. While
 * the service is unavailable, the projection in use only becomes older.
 */
export function createProjection<Value>(
  name: string,
  load: Load<Value>,
  log: Log,
): Projection<Value> {
  let held: Value | null = null;
  let loading: Promise<Value> | null = null;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  async function ask(): Promise<Value> {
    try {
      const value = (await load(held)) ?? held;
      if (value === null) throw new Error(`${name}: nothing came and nothing is held`);
      held = value;
      return value;
    } finally {
      loading = null;
      if (again) {
        again = false;
        inBackground();
      }
    }
  }

  function start(): Promise<Value> {
    loading ??= ask();
    timer ??= setInterval(inBackground, checkEveryMillis).unref();
    return loading;
  }

  function inBackground(): void {
    if (held === null && loading === null) return;
    start().catch((error: unknown) =>
      log.warn(
        { err: error, projection: name },
        'projection could not be loaded; keeping the current one',
      ),
    );
  }

  return {
    get: () => (held === null ? start() : Promise.resolve(held)),
    refresh() {
      if (loading) again = true;
      else inBackground();
    },
    async settled() {
      while (loading) await loading.catch(() => {});
    },
    stop: () => clearInterval(timer),
  };
}
