import { setTimeout as pause } from 'node:timers/promises';
import type { ReadSamples, Sample } from './samples.ts';

/** Figures of one process at one moment. */
export interface Reading {
  /** Milliseconds since the recording began. */
  readonly at: number;
  readonly part: string;
  readonly process: string;
  readonly cpuSeconds: number;
  readonly memoryMb: number;
  /** 99th percentile of the event loop's lag since the last reading. */
  readonly lagMs: number;
  /** Age of the oldest event that is not sent yet; undefined for a process without outbox. */
  readonly outboxSeconds: number | undefined;
  readonly openStreams: number | undefined;
}

/** The portal's own figures over a run. */
export interface Recording {
  readonly before: readonly Sample[];
  readonly after: readonly Sample[];
  readonly readings: readonly Reading[];
  readonly seconds: number;
}

const MB = 1024 * 1024;

function readingsOf(samples: readonly Sample[], at: number): Reading[] {
  const processes = Map.groupBy(samples, ({ process }) => process);
  return [...processes].flatMap(([process, own]) => {
    const value = (name: string) => own.find((sample) => sample.name === name)?.value;
    const memory = value('process_resident_memory_bytes');
    if (memory === undefined) return [];
    return [
      {
        at,
        part: own[0]?.part ?? process,
        process,
        cpuSeconds: value('process_cpu_seconds_total') ?? 0,
        memoryMb: memory / MB,
        lagMs: (value('nodejs_eventloop_lag_p99_seconds') ?? 0) * 1000,
        outboxSeconds: value('portal_outbox_oldest_seconds'),
        openStreams: value('portal_open_streams'),
      },
    ];
  });
}

/**
 * Reads the portal's metrics every so often until it is stopped. A reading that fails is left out;
 * that the first one fails is thrown.
 */
export async function startRecording(
  read: ReadSamples,
  everyMs: number,
): Promise<{ stop: () => Promise<Recording> }> {
  const before = await read();
  if (before.length === 0) throw new Error('No part of the portal gives metrics.');
  const began = performance.now();
  const readings = readingsOf(before, 0);
  const stopping = new AbortController();
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
      const at = performance.now() - began;
      readings.push(...readingsOf(await read().catch(() => []), at));
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await reading;
      const after = await read().catch(() => []);
      return { before, after, readings, seconds: (performance.now() - began) / 1000 };
    },
  };
}
