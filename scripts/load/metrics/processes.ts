import type { Reading, Recording } from './recording.ts';
import { type Slope, slopeOf } from './slope.ts';

/** Resources that a process used over a run. */
export interface ProcessUse {
  readonly process: string;
  readonly cpuSeconds: number;
  /** Percent of one core. */
  readonly cpuPercent: number;
  readonly memoryBeforeMb: number;
  readonly memoryMostMb: number;
  readonly memoryAfterMb: number;
  readonly lagMostMs: number;
  readonly outboxMostSeconds: number | undefined;
  /** Growth of memory after the warm-up; undefined for too short a run. */
  readonly growth: Slope | undefined;
}

/** A run with less time after the warm-up is too short to judge growth. */
export const SHORTEST_SOAK_MINUTES = 15;
/** Share of a run that is warm-up: caches fill, and the heap takes its size. */
const WARM_UP = 0.25;
const HOUR_MS = 3_600_000;

/** Returns the resources that each process used, by name. */
export function useOf({ readings, seconds }: Recording): ProcessUse[] {
  const processes = Map.groupBy(readings, ({ process }) => process);
  return [...processes]
    .map(([process, own]) => {
      const cpuSeconds = cpuOf(own);
      const outbox = own.flatMap(({ outboxSeconds }) => outboxSeconds ?? []);
      return {
        process,
        cpuSeconds,
        cpuPercent: (100 * cpuSeconds) / seconds,
        memoryBeforeMb: own[0]?.memoryMb ?? 0,
        memoryMostMb: Math.max(...own.map(({ memoryMb }) => memoryMb)),
        memoryAfterMb: own.at(-1)?.memoryMb ?? 0,
        lagMostMs: Math.max(...own.map(({ lagMs }) => lagMs)),
        outboxMostSeconds: outbox.length > 0 ? Math.max(...outbox) : undefined,
        growth: growthOf(own),
      };
    })
    .sort((one, other) => one.process.localeCompare(other.process));
}

/** Sums CPU seconds; a restarted process counts from zero. */
function cpuOf(own: readonly Reading[]): number {
  return own.reduce((sum, { cpuSeconds }, index) => {
    const then = own[index - 1]?.cpuSeconds;
    if (then === undefined) return sum;
    return sum + (cpuSeconds >= then ? cpuSeconds - then : cpuSeconds);
  }, 0);
}

/** Returns the growth of memory after the warm-up, in MB an hour. */
export function growthOf(own: readonly Pick<Reading, 'at' | 'memoryMb'>[]): Slope | undefined {
  const last = own.at(-1)?.at ?? 0;
  const warm = own.filter(({ at }) => at >= last * WARM_UP);
  const minutes = (last - (warm[0]?.at ?? last)) / 60_000;
  if (minutes < SHORTEST_SOAK_MINUTES) return undefined;
  return slopeOf(warm.map(({ at, memoryMb }) => ({ hours: at / HOUR_MS, value: memoryMb })));
}
