import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { Job } from '../jobs/jobs.ts';
import type * as tables from '../prisma/tables.ts';
import { RESUME_BATCH } from './process.ts';
import type { Process } from './process-definition.ts';

/** Jobs that run within so many milliseconds share one look at what is due. */
const LOOK_TOGETHER_MS = 250;

/**
 * Resumes processes that were interrupted by a crash or an unavailable service. Each kind has its
 * own job: one with a slow partner, or one that never finishes, does not block the other kinds.
 */
// biome-ignore lint/suspicious/noExplicitAny: a list of processes of any input and answer
export function resumeJobs(db: Database, processes: Process<any, any>[]): Job[] {
  const isDue = dueProcesses(db);
  return processes.map((process) => ({
    name: `resume ${process.name}`,
    everySeconds: 1,
    async run() {
      if (!(await isDue(process.name))) return;
      while ((await process.resume(db)) === RESUME_BATCH) await pause(0);
    },
  }));
}

/** Asks for all kinds at once which of them have something to resume, for what one run takes. */
function dueProcesses(db: Database): (name: string) => Promise<boolean> {
  let names: Promise<Set<string>> | undefined;
  const look = async () => {
    const due = await db.many<Pick<tables.Process, 'name'>>`
      SELECT DISTINCT name FROM process
      WHERE status = 'running' AND next_run_at <= clock_timestamp()
        AND lease_until < clock_timestamp()`;
    return new Set(due.map(({ name }) => name));
  };
  return async (name) => {
    if (names === undefined) {
      names = look();
      setTimeout(() => {
        names = undefined;
      }, LOOK_TOGETHER_MS).unref();
    }
    return (await names).has(name);
  };
}
