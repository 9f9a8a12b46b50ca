import { isDown } from './database.ts';
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
