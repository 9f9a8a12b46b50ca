import type { Log } from '@portal/kit/observability/log';

/** What changes rarely, held in memory. */
export interface Copy<Value> {
  /** The newest value known. Waits for the first one, and fails as its loading fails. */
  get(): Promise<Value>;
  /** Asks again soon, e.g. after an event; the value in use stays until the new one is there. */
  refresh(): void;
  /** Waits until nothing is being asked for any more, whether it came or not. */
  settled(): Promise<void>;
  stop(): void;
}

/** The new value, or null when the one that is held is still the newest. */
export type Load<Value> = (held: Value | null) => Promise<Value | null>;

const checkEveryMillis = 30_000;

/**
 * Keeps a copy by asking for it at the first use, after `refresh`, and every 30 seconds. A part
 * that is away costs nothing but newness.
 */
export function createCopy<Value>(name: string, load: Load<Value>, log: Log): Copy<Value> {
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
      log.warn({ err: error, copy: name }, 'could not be asked for, the copy in use stays'),
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
