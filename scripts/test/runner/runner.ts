import { EmittingTestRunner } from 'jest-runner';
import { isExclusive } from '../test-files.ts';
import { type FileOutcome, WorkerPool } from './worker-pool.ts';

/** The events that Jest's reporters listen to; `any` is Jest's own map of their arguments. */
type Listener = (data: never) => void | Promise<void>;

/**
 * Runs test files without a module registry of their own: each worker is one plain Node process
 * that imports one file after the other and runs it with jest-circus. A project whose
 * `testEnvironmentOptions.page` is true gets workers with a page (jsdom); one whose `last` is true
 * begins when all others are done. A file named `*.alone.test.ts` gets an own process, as every
 * file does with TESTS_ALONE=1; one named `*.exclusive.test.ts` runs while no other file does.
 */
export default class SharedProcessRunner extends EmittingTestRunner {
  readonly #listeners = new Map<string, Set<Listener>>();

  override async runTests(
    tests: Parameters<EmittingTestRunner['runTests']>[0],
    watcher: Parameters<EmittingTestRunner['runTests']>[1],
  ): Promise<void> {
    const { maxWorkers, testNamePattern, testTimeout } = this._globalConfig;
    const phases = ['first', 'page', 'last', 'exclusive'] as const;
    const phaseOf = ({ context, path }: (typeof tests)[number]): (typeof phases)[number] => {
      const { page, last } = context.config.testEnvironmentOptions;
      if (isExclusive(path)) return 'exclusive';
      return last === true ? 'last' : page === true ? 'page' : 'first';
    };
    const size = Math.min(maxWorkers, tests.length);
    // Exclusive files go on with a worker of the phase before. The last files get new processes:
    // they verify pacts by a native library that wrote the pacts in the old ones.
    const isShared = process.env['TESTS_ALONE'] !== '1';
    const nodes = new WorkerPool({ size, hasPage: false, isShared });
    const pages = new WorkerPool({ size, hasPage: true, isShared });
    const runPhase = async (phase: (typeof phases)[number]): Promise<void> => {
      const queue = tests.filter((test) => phaseOf(test) === phase);
      if (queue.length === 0) return;
      const pool = phase === 'page' ? pages : nodes;
      const workers = phase === 'exclusive' ? 1 : pool.size;
      await pool.end(phase === 'last' ? 0 : workers);
      const next = async (worker: number): Promise<void> => {
        for (let test = queue.shift(); test; test = queue.shift()) {
          if (watcher.isInterrupted()) return;
          await this.#emit('test-file-start', [test]);
          const ended: FileOutcome = await pool.run(worker, {
            path: test.path,
            timeoutMs: Number(
              test.context.config.testEnvironmentOptions['timeoutMs'] ?? testTimeout ?? 5_000,
            ),
            testNamePattern: testNamePattern ?? null,
            hasFixedDate: test.context.config.testEnvironmentOptions['fixedDate'] === true,
          });
          if ('error' in ended) await this.#emit('test-file-failure', [test, ended.error]);
          else
            await this.#emit('test-file-success', [
              test,
              { ...ended.result, displayName: test.context.config.displayName },
            ]);
        }
      };
      await Promise.all(Array.from({ length: workers }, (_, worker) => next(worker)));
    };
    try {
      for (const phase of phases) await runPhase(phase);
    } finally {
      await Promise.all([nodes.end(), pages.end()]);
    }
  }

  override on(name: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  async #emit(name: string, data: unknown): Promise<void> {
    for (const listener of this.#listeners.get(name) ?? []) await listener(data as never);
  }
}
