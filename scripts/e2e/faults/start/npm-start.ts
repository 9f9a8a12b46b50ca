import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../portal/until.ts';
import { prepareDataFolder } from '../../../start/data-folder/data-folder.ts';
import { ROOT } from '../../../start/paths.ts';
import { belongsTo, isAlive } from '../../../start/processes/process-of.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';

/** The processes from npm to the supervisor of `npm start`, and all of them, as by Ctrl-C. */
export const LINKS = ['npm', 'start.mjs', 'portal.ts', 'all of them'] as const;
export type Link = (typeof LINKS)[number];

const SECONDS = 90;
const wait = <T>(look: () => T, holds: (seen: T) => boolean): Promise<T> =>
  until(async () => look(), holds, { seconds: SECONDS, everyMs: 250 });

/** Returns the pids of all processes of this machine. */
const pids = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

function read(pid: number, file: 'cmdline' | 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}
const parentOf = (pid: number): number =>
  Number(
    read(pid, 'stat')
      .replace(/^.*\) /s, '')
      .split(' ')[1],
  );

/** `npm start` on a folder of its own, as a person starts it in a shell. */
export class NpmStart {
  readonly dataDir = prepareDataFolder(temporaryFolder('npm-start'));
  readonly #npm: ChildProcess;
  #said = '';
  #isOver = false;

  constructor() {
    this.#npm = spawn('npm', ['start'], {
      cwd: ROOT,
      detached: true, // a group of its own, as a shell makes it
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        DATA_DIR: this.dataDir,
        PORT: '0',
        MAIL_PORT: '0',
        SANDBOX_PORT: '0',
        SEED: 'none',
      },
    });
    for (const stream of [this.#npm.stdout, this.#npm.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#said += chunk;
      });
    this.#npm.once('close', () => {
      this.#isOver = true;
    });
  }

  /** Waits until its servers run. */
  async serversRun(): Promise<void> {
    await wait(
      () => this.#said,
      (said) => this.#isOver || said.includes('Databases and brokers are up'),
    );
    if (this.#isOver) throw new Error(`npm start ended: ${this.#said}`);
  }

  /** Returns the pid of one of its processes. */
  #pidOf(link: Exclude<Link, 'all of them'>): number {
    const npm = this.#npm.pid as number;
    if (link === 'npm') return npm;
    const isBelow = (pid: number): boolean => pid === npm || (pid > 1 && isBelow(parentOf(pid)));
    const isNode = (pid: number) =>
      new RegExp(`node\\0[^\\0]*${link}\\0`).test(read(pid, 'cmdline'));
    const found = pids().find((pid) => isNode(pid) && isBelow(pid));
    if (found === undefined) throw new Error(`there is no process ${link}`);
    return found;
  }

  /** Sends a signal to one of its processes, or to their group. */
  signal(link: Link, signal: NodeJS.Signals): void {
    if (link === 'all of them') process.kill(-(this.#npm.pid as number), signal);
    else process.kill(this.#pidOf(link), signal);
  }

  /** Returns the pid of a server, once it differs from `before`. */
  serverPid(name: string, before?: number): Promise<number> {
    const file = join(this.dataDir, 'run', `${name}.pid`);
    const now = (): number => {
      try {
        return Number(readFileSync(file, 'utf8'));
      } catch {
        return 0; // between its death and the restart
      }
    };
    return wait(now, (pid) => pid > 0 && pid !== before && isAlive(pid));
  }

  /** Waits until neither its processes nor its servers are left. */
  async isGone(): Promise<void> {
    const left = () => pids().filter((pid) => this.#isOwn(pid) && isAlive(pid));
    await wait(left, (own) => own.length === 0 && this.#isOver);
  }

  #isOwn(pid: number): boolean {
    return belongsTo(pid, this.dataDir) || read(pid, 'environ').includes(this.dataDir);
  }

  /** Ends the processes of a failed test and removes the folder. */
  remove(): void {
    for (const pid of pids())
      if (pid !== process.pid && this.#isOwn(pid)) process.kill(pid, 'SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
