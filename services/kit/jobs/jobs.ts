import { isBrokerUnreachable } from '../broker/nats.ts';
import { log } from '../observability/log.ts';
import { newRequestId, withRequestId } from '../observability/request-id.ts';
import { inSpan } from '../observability/tracing/spans.ts';
import { isTransient, START_MS } from '../transient.ts';
import { onCommit, type PendingWork } from './commit-signal.ts';
import { jobPauseMs } from './job-pause.ts';

/**
 * Timed work of a service. It must be safe on two replicas at once (SKIP LOCKED or an advisory lock
 * inside).
 */
export interface Job {
  name: string;
  everySeconds: number;
  /** `stopping`: the run finishes the work in progress and starts nothing new. */
  run: (stopping?: AbortSignal) => Promise<void>;
  /** Also run right after a commit that left this to do. */
  onCommit?: PendingWork;
  /** Waits for background work that runs have started; called when the job is stopped. */
  settle?: () => Promise<void>;
}

/** Whether a later run can succeed: a service, the database or the broker is unavailable. */
const mayPass = (error: unknown): boolean => isTransient(error) || isBrokerUnreachable(error);

/**
 * Processes all items of a list one after the other. A failed item is logged with the fields of
 * `about` and left for the next run; it does not block the items behind it. Only an unavailable
 * dependency ends the run, since the other items would fail for the same reason.
 */
export async function forEachIsolated<T>(
  list: readonly T[],
  about: (one: T) => object,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  for (const one of list) {
    try {
      await work(one);
    } catch (error) {
      if (mayPass(error)) throw error;
      log.error({ err: error, ...about(one) }, 'job item failed; continuing');
    }
  }
}

const TRACED_FROM_SECONDS = 30;

/**
 * Whether each run is a span. Jobs that run more often, or on commits, look for work: only the work
 * that they find is traced.
 */
export const isTraced = ({ everySeconds, onCommit }: Job): boolean =>
  everySeconds >= TRACED_FROM_SECONDS && onCommit === undefined;

/** One run, under a request id of its own. */
function runOnce(job: Job, stopping: AbortSignal): Promise<void> {
  const run = async () => job.run(stopping);
  return withRequestId(newRequestId(), () =>
    isTraced(job) ? inSpan(`job ${job.name}`, {}, run) : run(),
  );
}

/**
 * Runs a job until it is stopped, one run at a time. A failed run is logged and retried; an
 * unavailable dependency in the first minute after the start is retried without a log line.
 */
export function runJob(job: Job): { stop: () => Promise<void> } {
  const pauseMs = jobPauseMs(job.everySeconds);
  const stopping = new AbortController();
  const begunAt = performance.now();
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(start, pauseMs);
  };
  const start = () => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = runOnce(job, stopping.signal)
      .catch((error: unknown) => {
        if (!mayPass(error)) log.error({ err: error, job: job.name }, 'job failed');
        else if (performance.now() - begunAt > START_MS)
          log.warn({ err: error, job: job.name }, 'job will be retried');
      })
      .finally(() => {
        running = null;
        if (again && !stopped) {
          again = false;
          start();
        } else next();
      });
  };
  const off = job.onCommit ? onCommit(job.onCommit, start) : () => {};
  start();
  return {
    async stop() {
      stopped = true;
      stopping.abort();
      clearTimeout(timer);
      off();
      await running;
      await job.settle?.();
    },
  };
}
