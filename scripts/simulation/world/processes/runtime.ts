import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, type Hash } from 'node:crypto';
import type { Random } from './random.ts';

/** A process of the simulated cluster; its timers and calls end with it. */
export interface Host {
  readonly name: string;
  isAlive: boolean;
  /** Offset of its wall clock, in milliseconds. */
  wallOffset: number;
}

interface Event {
  at: number;
  order: number;
  what: string;
  run: () => void;
  isCancelled: boolean;
}

/** Waits until every microtask has run. */
const settled = (() => {
  const { setImmediate } = globalThis;
  return () => new Promise<void>((resolve) => setImmediate(resolve));
})();

/**
 * Simulated time on one thread: all that takes time is an event here, and the seed alone decides
 * the order of events.
 */
export class Runtime {
  readonly random: Random;
  /** Milliseconds of the epoch. */
  now: number;
  steps = 0;
  /** The last events, to examine a failure. */
  readonly trace: string[] = [];
  /** The host whose code is currently running. */
  readonly here = new AsyncLocalStorage<Host>();
  private readonly heap: Event[] = [];
  private lastOrder = 0;
  private readonly hash: Hash = createHash('sha256');
  readonly keepsTrace: boolean;

  constructor(random: Random, now: number, keepsTrace = false) {
    this.random = random;
    this.now = now;
    this.keepsTrace = keepsTrace;
  }

  /**
   * Runs a function after some milliseconds if its host is alive then: the current host unless
   * given, null for functions that survive any host.
   */
  later(
    ms: number,
    what: string,
    run: () => void,
    host: Host | null = this.here.getStore() ?? null,
  ): () => void {
    const at = this.now + Math.max(0, ms);
    const event: Event = { at, order: ++this.lastOrder, what, run, isCancelled: false };
    if (host)
      event.run = () => {
        if (host.isAlive) this.here.run(host, run);
      };
    this.push(event);
    return () => {
      event.isCancelled = true;
    };
  }

  /** Lets hours pass in which nothing runs: all that came due follows at once, in its order. */
  leap(ms: number): void {
    this.now += ms;
    this.note(`${Math.round(ms / 60_000)} minutes pass`);
  }

  /** Adds an event to the trace and to the digest. */
  note(what: string): void {
    const line = `${this.now.toFixed(3)} ${what}`;
    this.hash.update(line);
    if (this.keepsTrace) {
      this.trace.push(line);
      if (this.trace.length > 100_000) this.trace.splice(0, 50_000);
    }
  }

  /** Adds to the digest a value that the trace does not show. */
  include(what: string): void {
    this.hash.update(what);
  }

  /** Returns a digest of all events so far. */
  digest(): string {
    return this.hash.copy().digest('hex').slice(0, 16);
  }

  /**
   * Runs events until the time is over or `isOver` returns true; returns false when none is left.
   */
  async run(until: number, isOver: () => boolean = () => false): Promise<boolean> {
    await settled();
    while (!isOver()) {
      const event = this.heap[0];
      if (!event) return false;
      if (event.at > until) {
        this.now = Math.max(this.now, until); // a leap may have gone beyond
        return true;
      }
      this.pop();
      if (event.isCancelled) continue;
      // events that came due during a leap run late
      this.now = Math.max(this.now, event.at);
      this.steps++;
      this.note(event.what);
      event.run();
      await settled();
    }
    return true;
  }

  private push(event: Event): void {
    const { heap } = this;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!isBefore(event, heap[up] as Event)) break;
      heap[at] = heap[up] as Event;
      at = up;
    }
    heap[at] = event;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop() as Event;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event))
        child++;
      if (!isBefore(heap[child] as Event, last)) break;
      heap[at] = heap[child] as Event;
      at = child;
    }
    heap[at] = last;
  }
}

const isBefore = (a: Event, b: Event): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order);

/** Returns a promise that never settles, for callers whose host has died. */
export const never = <T>(): Promise<T> => new Promise<T>(() => {});
