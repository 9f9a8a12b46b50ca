import { isDown } from './database.ts';
import { DomainError } from './errors.ts';
import { onKick } from './kick.ts';
import { log } from './log.ts';

/** Timed work of a service. It must be safe on two replicas at once (SKIP LOCKED or an advisory lock inside). */
export interface Job {
  name: string;
  everySeconds: number;
  run: () => Promise<void>;
  /** Also run right after a commit that left something to send. */
  onCommit?: boolean;
}

/**
 * Works on all of a list, one after the other. What fails is logged, with what `about` says of it, and left for the next run: it keeps nothing behind
 * it waiting. Only a part that is away ends the run, since the others would fail by it too.
 */
export async function eachByItself<T>(list: readonly T[], about: (one: T) => object, work: (one: T) => Promise<unknown>): Promise<void> {
  for (const one of list) {
    try {
      await work(one);
    } catch (error) {
      if (isDown(error) || (error instanceof DomainError && error.isPassing)) throw error;
      log.error({ err: error, ...about(one) }, 'one of the things to do failed, the others go on');
    }
  }
}

/** Runs a job until it is stopped; a failure is logged and tried again, one run at a time. */
export function runJob(job: Job): { stop: () => Promise<void> } {
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(start, job.everySeconds * 1000);
  };
  const start = () => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = job
      .run()
      .catch((error: unknown) => log[isDown(error) ? 'warn' : 'error']({ err: error, job: job.name }, 'job failed'))
      .finally(() => {
        running = null;
        if (again && !stopped) {
          again = false;
          start();
        } else next();
      });
  };
  const off = job.onCommit ? onKick(start) : () => {};
  start();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      off();
      await running;
    },
  };
}
