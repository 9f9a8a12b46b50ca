import type { ChildProcess } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Program, startChild } from './child.ts';
import { lastWords, logFile, noteInLog, tailOf, withLog } from './log-file.ts';

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 800;
const STEADY_MS = 5_000;
const STOP_TIMEOUT_MS = 10_000;

/**
 * A program that is kept running: one that dies is started again within a second, as a cluster
 * would. Its pid is in `run/<name>.pid`, its output in `logs/<name>.log`.
 */
export class Supervised {
  readonly name: string;
  readonly #dataDir: string;
  #program: Program;
  #child: ChildProcess | undefined;
  #wanted = false;
  #startedAt = 0;
  #delay = FIRST_DELAY_MS;
  #timer: NodeJS.Timeout | undefined;
  #logFrom = 0;
  #deaths = 0;

  constructor(program: Program, dataDir: string) {
    this.name = program.name;
    this.#program = program;
    this.#dataDir = dataDir;
  }

  /** Its program from the next start on. */
  get program(): Program {
    return this.#program;
  }

  /** The pid right now; undefined between a death and the restart. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** How often it has died without being stopped. */
  get deaths(): number {
    return this.#deaths;
  }

  /** Its last output since its first start. */
  get lastWords(): string {
    return lastWords(tailOf(this.#dataDir, this.name, this.#logFrom));
  }

  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#logFrom =
      statSync(logFile(this.#dataDir, this.name), { throwIfNoEntry: false })?.size ?? 0;
    this.#run();
  }

  /** Changes how it runs from its next start on. */
  change(patch: (program: Program) => Program): void {
    this.#program = patch(this.#program);
  }

  /** Sends a signal; a process that ends by it is restarted. */
  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Stops it by a signal until `start`; a process that hangs is killed after 10 seconds. */
  async stop(signal: NodeJS.Signals = this.#program.stopSignal ?? 'SIGTERM'): Promise<void> {
    this.#wanted = false;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return;
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    child.kill(signal);
    const timer = new AbortController();
    await Promise.race([
      ended,
      pause(STOP_TIMEOUT_MS, undefined, { signal: timer.signal }).catch(() => {}),
    ]);
    timer.abort();
    if (this.#child === child) child.kill('SIGKILL');
    await ended;
  }

  #run(): void {
    const child = withLog(this.#dataDir, this.name, (log) =>
      startChild(this.#program, this.#dataDir, ['ignore', log, log]),
    );
    this.#child = child;
    this.#startedAt = performance.now();
    if (child.pid) this.#notePid(child.pid);
    child.once('error', (error) => {
      noteInLog(
        this.#dataDir,
        this.name,
        `Could not run ${this.#program.command}: ${error.message}`,
      );
      if (child.pid === undefined) this.#ended(child);
    });
    child.once('close', () => this.#ended(child));
  }

  #notePid(pid: number): void {
    try {
      writeFileSync(join(this.#dataDir, 'run', `${this.name}.pid`), `${pid}\n`);
    } catch {
      // a full disk: the process runs without the file
    }
  }

  #ended(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    rmSync(join(this.#dataDir, 'run', `${this.name}.pid`), { force: true });
    if (!this.#wanted) return;
    this.#deaths += 1;
    const steady = performance.now() - this.#startedAt > STEADY_MS;
    this.#delay = steady ? FIRST_DELAY_MS : Math.min(this.#delay * 2, MAX_DELAY_MS);
    this.#timer = setTimeout(() => this.#run(), steady ? FIRST_DELAY_MS : this.#delay / 2);
  }
}
