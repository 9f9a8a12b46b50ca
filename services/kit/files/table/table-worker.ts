// Runs in a process of its own for each table (worker-line.ts): a hostile table can stop or fill
// only this process. A thread would not do: one large array beyond its heap aborts the process.
import { readJob, type TableJob, type TableResult } from './read-job.ts';

/** What the process sends: the result, or the stack of an error that is a bug. */
export type TableMessage = TableResult | { bug: string };

process.once('message', async (job: TableJob) => {
  const message: TableMessage = await readJob(job).catch((error: Error) => ({
    bug: String(error.stack),
  }));
  process.send?.(message, () => process.disconnect?.());
});
