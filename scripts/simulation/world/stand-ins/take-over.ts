import crypto from 'node:crypto';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Runtime } from '../processes/runtime.ts';

let runtime: Runtime | null = null;

/**
 * Sets the world whose time and random numbers the process uses; null: none, and its clock stops.
 */
export function installRuntime(world: Runtime | null): void {
  runtime = world;
}

const RealDate = globalThis.Date;
/**
 * The clock of a process without a world, in milliseconds of the epoch. It does not advance, so
 * that times which the product stores when it is loaded are the same in each process.
 */
const STARTED_AT = Date.parse('2026-03-01T00:00:00Z');

/** Returns the wall clock of the current host. */
const wallNow = (): number =>
  runtime ? Math.floor(runtime.now + (runtime.here.getStore()?.wallOffset ?? 0)) : STARTED_AT;

class Timer {
  readonly cancel: () => void;
  constructor(cancel: () => void) {
    this.cancel = cancel;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  [Symbol.dispose](): void {
    this.cancel();
  }
}

/**
 * Replaces clocks, timers and random numbers of this process by those of its world, unnoticed by
 * the product. Call once, before loading the product, so that it keeps none of the machine's own.
 */
export function takeOver(): void {
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[], made) =>
      Reflect.construct(target, args.length === 0 ? [wallNow()] : args, made) as object,
    get: (target, key) => (key === 'now' ? wallNow : (Reflect.get(target, key) as unknown)),
  });
  Object.defineProperty(performance, 'now', {
    configurable: true,
    value: () => (runtime ? runtime.now - STARTED_AT : 0),
  });
  const {
    setTimeout: realTimeout,
    clearTimeout: realClear,
    setInterval: realInterval,
  } = globalThis;
  const timeout = (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown => {
    if (!runtime) return realTimeout(work, ms, ...args);
    return new Timer(runtime.later(ms, 'timer', () => work(...args)));
  };
  const interval = (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown => {
    if (!runtime) return realInterval(work, ms, ...args);
    const world = runtime;
    const host = world.here.getStore();
    let cancel = () => {};
    const again = () => {
      cancel = world.later(
        ms,
        'interval',
        () => {
          again();
          work(...args);
        },
        host,
      );
    };
    again();
    return new Timer(() => cancel());
  };
  const clear = (timer: unknown): void => {
    if (timer instanceof Timer) timer.cancel();
    else realClear(timer as NodeJS.Timeout);
  };
  Object.assign(globalThis, {
    setTimeout: timeout,
    setInterval: interval,
    clearTimeout: clear,
    clearInterval: clear,
  });
  AbortSignal.timeout = (ms: number) => {
    const controller = new AbortController();
    timeout(() => controller.abort(new DOMException('timed out', 'TimeoutError')), ms);
    return controller.signal;
  };
  const require = createRequire(import.meta.url);
  const promises = require('node:timers/promises') as Record<string, unknown>;
  promises['setTimeout'] = (ms?: number, value?: unknown) =>
    new Promise((resolve) => timeout(() => resolve(value), ms));
  takeOverChance();
  syncBuiltinESMExports();
}

function takeOverChance(): void {
  const realRandom = Math.random;
  Math.random = () => (runtime ? runtime.random.next() : realRandom());
  const real = { fill: crypto.randomFillSync, bytes: crypto.randomBytes };
  const fill = <T extends NodeJS.ArrayBufferView>(view: T): T => {
    if (!runtime) return real.fill(view);
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = runtime.random.bits() & 255;
    return view;
  };
  const uuid = () => {
    const bytes = fill(new Uint8Array(16));
    bytes[6] = ((bytes[6] as number) & 15) | 64;
    bytes[8] = ((bytes[8] as number) & 63) | 128;
    const hex = Buffer.from(bytes).toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  const int = (from: number, to?: number): number => {
    const [low, high] = to === undefined ? [0, from] : [from, to];
    return low + Math.floor(Math.random() * (high - low));
  };
  Object.assign(crypto, {
    randomFillSync: fill,
    randomBytes: (size: number) =>
      runtime ? Buffer.from(fill(new Uint8Array(size))) : real.bytes(size),
    randomUUID: uuid,
    randomInt: int,
  });
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { configurable: true, value: fill });
  Object.defineProperty(globalThis.crypto, 'randomUUID', { configurable: true, value: uuid });
}
