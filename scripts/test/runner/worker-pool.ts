import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { TestResult } from '@jest/test-result';
import { isAlone } from '../test-files.ts';

/** A task of a worker: one test file. */
export interface FileOrder {
  readonly path: string;
  /** For each test and hook without a limit of its own, in milliseconds. */
  readonly timeoutMs: number;
  /** Only tests whose full name matches run. */
  readonly testNamePattern: string | null;
  /** `Date` begins at the fixed instant of tests. */
  readonly hasFixedDate: boolean;
}

interface FileError {
  readonly message: string;
  readonly stack: string;
  readonly code: undefined;
  readonly type: string;
}

/** Outcome of a file: its results, or the reason for none. */
export type FileOutcome = { readonly result: TestResult } | { readonly error: FileError };

/** The next step of a worker, and the failure of the test that has ended. */
export interface Progress {
  readonly doing: string;
  readonly failure?: string;
}

/** A worker that has no more to do gets so long to end, in milliseconds. */
const END_MS = 5_000;
/** A worker without progress for so long after the limit of one test is killed with its file. */
const SILENT_MS = 60_000;

/** Sizes of V8's young generation in MB: workers that run many files rarely have to copy it. */
const YOUNG_SPACE = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

const fileError = (message: string): FileError => ({
  message,
  stack: message,
  code: undefined,
  type: 'Error',
});

/** Processes that run test files; one that dies fails the file that it ran, and is replaced. */
export class WorkerPool {
  readonly size: number;
  readonly #hasPage: boolean;
  readonly #isShared: boolean;
  readonly #env: Readonly<Record<string, string>>;
  readonly #workers: (ChildProcess | undefined)[] = [];

  /** `isShared`: a worker runs one file after the other, but for those that are to run alone. */
  constructor({
    size,
    hasPage,
    isShared = true,
    env = {},
  }: {
    size: number;
    hasPage: boolean;
    isShared?: boolean;
    env?: Readonly<Record<string, string>>;
  }) {
    this.size = size;
    this.#hasPage = hasPage;
    this.#isShared = isShared;
    this.#env = env;
  }

  /** Runs a file in worker number `at` (from 0), which must be idle. */
  async run(at: number, order: FileOrder): Promise<FileOutcome> {
    const hasOwn = !this.#isShared || isAlone(order.path);
    if (hasOwn) await this.#stop(at);
    this.#workers[at] ??= this.#start(at);
    const ended = await ask(this.#workers[at], order);
    if (hasOwn || 'error' in ended) await this.#stop(at);
    return ended;
  }

  /** Ends the workers from this number on. */
  async end(from = 0): Promise<void> {
    await Promise.all(this.#workers.map((_, at) => (at < from ? undefined : this.#stop(at))));
  }

  #start(at: number): ChildProcess {
    const file = (name: string): string => join(import.meta.dirname, name);
    return fork(file('worker.ts'), [], {
      execArgv: [
        '--no-warnings',
        '--enable-source-maps',
        ...YOUNG_SPACE,
        '--import',
        file(this.#hasPage ? 'page/page-hooks.ts' : 'hooks.ts'),
      ],
      env: {
        ...process.env,
        PACT_DO_NOT_TRACK: 'true', // Pact would report each verification to Google Analytics
        ...this.#env,
        JEST_WORKER_ID: String(at + 1),
      },
      serialization: 'advanced',
    });
  }

  /** Lets a worker exit, and kills one that does not. */
  async #stop(at: number): Promise<void> {
    const worker = this.#workers[at];
    this.#workers[at] = undefined;
    if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    if (worker.connected) worker.disconnect();
    const strict = setTimeout(() => worker.kill('SIGKILL'), END_MS);
    await exited;
    clearTimeout(strict);
  }
}

/** Runs a file in a worker; one that hangs or ends fails it, with the failures until then. */
function ask(worker: ChildProcess, order: FileOrder): Promise<FileOutcome> {
  return new Promise((resolve) => {
    let doing = 'its import';
    const failures: string[] = [];
    const end = (ended: FileOutcome): void => {
      clearTimeout(silence);
      worker.off('message', read).off('exit', exit);
      resolve(ended);
    };
    const fail = (reason: string): void => {
      const lines = [`${order.path}: the worker ${reason} in ${doing}`, ...failures];
      end({ error: fileError(lines.join('\n')) });
    };
    const waitForMessage = (): NodeJS.Timeout =>
      setTimeout(() => fail('hangs'), order.timeoutMs + SILENT_MS);
    let silence = waitForMessage();
    const read = (message: FileOutcome | Progress): void => {
      clearTimeout(silence);
      silence = waitForMessage();
      if ('doing' in message) {
        doing = message.doing;
        if (message.failure !== undefined) failures.push(message.failure);
      } else end(message);
    };
    const exit = (code: number | null, signal: string | null): void =>
      fail(`ended with ${signal ?? `code ${code}`}`);
    worker.on('message', read).once('exit', exit);
    worker.send(order);
  });
}
