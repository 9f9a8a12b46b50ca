import { Counter, Histogram } from 'prom-client';

const emitted = new Counter({
  name: 'portal_events_total',
  help: 'Events of this service, counted as they are committed',
  labelNames: ['event'],
});

/** Counts an event that was committed. */
export const countEvent = (event: string): void => emitted.inc({ event });

/** Shows events from the start, at 0: a counter that appears at 1 has no rate. */
export function showEvents(events: readonly string[]): void {
  for (const event of events) emitted.inc({ event }, 0);
}

const delivered = new Histogram({
  name: 'portal_event_delivery_seconds',
  help: 'From the moment of an event to the end of its effect here',
  labelNames: ['event'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
});

/** Notes that an event had its effect so many seconds after it happened. */
export const noteDelivery = (event: string, seconds: number): void =>
  delivered.observe({ event }, Math.max(0, seconds));

const finished = new Histogram({
  name: 'portal_process_seconds',
  help: 'From the begin of a durable process to its end',
  labelNames: ['process', 'outcome'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900],
});
export type ProcessOutcome = 'done' | 'refused' | 'dead';

/** Shows processes from the start, at 0. */
export function showProcesses(names: readonly string[]): void {
  for (const process of names)
    for (const outcome of ['done', 'refused', 'dead'] satisfies ProcessOutcome[])
      finished.zero({ process, outcome });
}

/** Notes that a process has come to an end. */
export const noteProcess = (process: string, outcome: ProcessOutcome, seconds: number): void =>
  finished.observe({ process, outcome }, Math.max(0, seconds));
