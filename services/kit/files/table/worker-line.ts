import { fork } from 'node:child_process';
import { DomainError } from '../../errors.ts';
import type { TableJob, TableResult } from './read-job.ts';
import type { TableMessage } from './table-worker.ts';

/** Limits of one worker and of the line before it. */
export interface WorkerLimits {
  /** Tables that are read at once in this process. */
  concurrency: number;
  /** Tables that wait for a worker; each holds up to 25 MB. */
  maxWaiting: number;
  /** From the start of a worker to its result. */
  deadlineMs: number;
  /** Objects of a worker; buffers are bounded by the reader's own counts. */
  heapMb: number;
}

/** A pod has 512 MB, of which a service uses about 150; callers give a file 30 s with its wait. */
export const WORKER_LIMITS: WorkerLimits = {
  concurrency: 1,
  maxWaiting: 4,
  deadlineMs: 10_000,
  heapMb: 160,
};
const RETRY_SECONDS = 10;

const lineIsFull = (): DomainError =>
  new DomainError(
    503,
    'unavailable',
    'Other files are being read. Please try again in a few seconds.',
    { retryAfter: RETRY_SECONDS },
  );

/** Reads tables in worker processes, a bounded number at once; others wait in a bounded line. */
export interface WorkerLine {
  /**
   * Reads a table. A worker that exceeds its heap or its deadline is ended, and the result is the
   * problem `too_large`. Throws DomainError `unavailable` when the line is full.
   */
  read(job: TableJob): Promise<TableResult>;
  /** Tables that are read and that wait. */
  load(): { reading: number; waiting: number };
}

const { NODE_COMPILE_CACHE } = process.env;
const WORKER = new URL('./table-worker.ts', import.meta.url);
/** V8 aborts a process at the end of its heap; the kernel kills one at the end of the pod's. */
const OUT_OF_MEMORY = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGKILL']);

/**
 * Runs one job in a process without the start options and the environment of this one, but for its
 * cache of compiled code.
 */
async function runWorker(
  job: TableJob,
  { deadlineMs, heapMb }: WorkerLimits,
): Promise<TableResult> {
  const worker = fork(WORKER, {
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
    execArgv: ['--no-warnings', `--max-old-space-size=${heapMb}`, '--max-semi-space-size=8'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<TableResult>();
  const tooLarge: TableResult = { problem: { kind: 'too_large' } };
  const ended = Promise.withResolvers<void>();
  const deadline = setTimeout(() => resolve(tooLarge), deadlineMs);
  worker.once('message', (message: TableMessage) =>
    'bug' in message ? reject(new Error(message.bug)) : resolve(message),
  );
  worker.on('error', (error) => {
    reject(error);
    ended.resolve(); // one that did not start does not exit
  });
  worker.once('exit', (code, signal) => {
    if (OUT_OF_MEMORY.has(signal)) resolve(tooLarge);
    else reject(new Error(`the table reader ended without a result (${signal ?? code})`));
    ended.resolve();
  });
  worker.send(job, (error) => error && reject(error));
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    worker.kill('SIGKILL');
    await ended.promise;
  }
}

/** Creates a line; a process has one (read-table.ts). */
export function createWorkerLine(limits: WorkerLimits = WORKER_LIMITS): WorkerLine {
  let reading = 0;
  const waiting: (() => void)[] = [];
  return {
    load: () => ({ reading, waiting: waiting.length }),
    async read(job) {
      if (reading < limits.concurrency) reading += 1;
      else {
        if (waiting.length >= limits.maxWaiting) throw lineIsFull();
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        // the table before this one passes its place on, so that `reading` stays as it is
        await promise;
      }
      try {
        return await runWorker(job, limits);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else reading -= 1;
      }
    },
  };
}
