import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Portal } from '../../../start/portal-handle.ts';
import { startPortal } from '../../../start/start-portal.ts';
import { anyPlace, portalFolder } from '../../../test/demo-data.ts';
import { until } from '../../portal/until.ts';

/**
 * A portal of one's own that can be hurt, with processes that die at the marked steps a test names.
 */
export interface HurtPortal {
  portal: Portal;
  /**
   * The next process that comes to one of these marks ('payments buyExam.pay.ran') dies there; each
   * is died at once.
   */
  dieAt: (...marks: string[]) => void;
  /**
   * The next process that comes to this mark stops there, as by SIGSTOP, until it is sent SIGCONT.
   */
  stopAt: (mark: string) => void;
  /**
   * Waits until the process of a part has stopped there: what goes on before it stands would be
   * stopped afterwards, and nobody would let it go on again.
   */
  standsStill: (part: string) => Promise<void>;
  /** Marks that nobody has died at yet. */
  stillToDieAt: () => string[];
  /**
   * Waits until somebody has died at each of the marks: what an act leaves to go on by itself may
   * come there after the act.
   */
  diedAtAll: () => Promise<void>;
  /** Files that the processes keep aside at the moment. */
  temporaryFiles: () => string[];
  /** Begins to note anew which marks are passed. */
  forgetMarks: () => void;
  /** Marks that were passed since, in order; one that was passed twice is there twice. */
  marksPassed: () => string[];
  /**
   * Moves the clock that a service or the BFF reads by so many milliseconds, from what is right.
   */
  moveClock: (part: string, by: number) => void;
  /** Lets a service or the BFF do nothing but count for so long. */
  keepBusy: (part: string, ms: number) => void;
  /** Takes back what a test may have left: marks to die at, moved clocks, stopped or dead parts. */
  recover: () => Promise<void>;
  /** Kills every part, and has the data deleted. */
  end: () => Promise<void>;
}

/** A process that a signal has stopped, as the kernel says it. */
const STOPPED = 'T';

/** The letter after the name, which is in parentheses and may be anything. */
const stateOf = (pid: number | undefined): string =>
  pid === undefined
    ? ''
    : (/.*\) (\w)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '');

/**
 * What a PostgreSQL that dies has written is the kernel's, so only a machine that dies would lose
 * it; half-written pages are mended as ever.
 */
const NO_FSYNC = { fsync: 'off' };

export async function startHurtPortal(): Promise<HurtPortal> {
  const dataDir = portalFolder('faults');
  const wishes = join(dataDir, 'die-at');
  const seen = join(dataDir, 'marks-seen');
  const temporary = join(dataDir, 'temporary');
  mkdirSync(wishes);
  mkdirSync(temporary);
  const odd = join(dataDir, 'odd');
  mkdirSync(odd);
  const hooks = ['./odd-process.mjs', './die-at-mark.mjs'].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  );
  const env = {
    MARKS_TO_DIE_AT: wishes,
    MARKS_SEEN: seen,
    ODD_PROCESSES: odd,
    TMPDIR: temporary,
    LOG_LEVEL: 'info',
  };
  const portal = await startPortal({
    env: {
      ...process.env,
      PORTAL_URL: undefined,
      ...anyPlace,
      DATA_DIR: dataDir,
    },
    postgresSettings: NO_FSYNC,
    parts: { '*': { nodeArgs: hooks.flatMap((hook) => ['--import', hook]), env } },
  });
  const moveClock = (part: string, by: number): void => {
    writeFileSync(join(odd, `${part} clock`), String(by));
    portal.kill(part, 'SIGHUP');
  };
  return {
    portal,
    dieAt: (...marks) => {
      for (const mark of marks) writeFileSync(join(wishes, mark), '');
    },
    stopAt: (mark) => writeFileSync(join(wishes, mark), 'SIGSTOP'),
    standsStill: async (part) => {
      await until(
        async () => stateOf(portal.pid(part)),
        (state) => state === STOPPED,
      );
    },
    stillToDieAt: () => readdirSync(wishes),
    diedAtAll: async () => {
      await until(
        async () => readdirSync(wishes),
        (left) => left.length === 0,
      );
    },
    temporaryFiles: () => readdirSync(temporary, { recursive: true }).map(String),
    forgetMarks: () => rmSync(seen, { force: true }),
    marksPassed: () => (existsSync(seen) ? readFileSync(seen, 'utf8').trim().split('\n') : []),
    moveClock,
    keepBusy: (part, ms) => {
      writeFileSync(join(odd, `${part} busy`), String(ms));
      portal.kill(part, 'SIGUSR2');
    },
    recover: async () => {
      for (const mark of readdirSync(wishes)) rmSync(join(wishes, mark), { force: true });
      for (const name of portal.names) portal.kill(name, 'SIGCONT');
      for (const file of readdirSync(odd)) {
        const [part = '', what] = file.split(' ');
        if (what === 'clock' && readFileSync(join(odd, file), 'utf8') !== '0') moveClock(part, 0);
      }
      await Promise.all(portal.names.map((name) => portal.up(name)));
    },
    end: async () => {
      const isServer = (name: string) => name === 'postgres';
      await Promise.all(
        // a killed postmaster would leave its own processes behind for a while
        portal.names.map((name) => portal.down(name, isServer(name) ? 'SIGQUIT' : 'SIGKILL')),
      );
      await portal.stop();
      if (process.env['KEEP_DATA']) return;
      // thousands of files: on a busy machine that takes longer than a process has to end
      spawn('rm', ['-rf', dataDir], { detached: true, stdio: 'ignore' }).unref();
    },
  };
}

/**
 * Waits until so many steps were passed since `forgetMarks`: whoever is at work then is in the
 * middle of it.
 */
export async function inTheMiddle(hurt: HurtPortal, steps: number): Promise<void> {
  await until(
    async () => hurt.marksPassed().length,
    (passed) => passed >= steps,
  );
}
