import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../../portal/until.ts';
import type { Portal } from '../../../start/portal-handle.ts';
import { startPortal } from '../../../start/start-portal.ts';
import { anyPlace, portalFolder } from '../../../test/demo-data.ts';

/**
 * A portal of the test's own that can be damaged, with processes that die at the failpoints that a
 * test names.
 */
export interface HurtPortal {
  portal: Portal;
  /**
   * The next process that reaches one of these failpoints ('payments buyExam.pay.ran') dies there;
   * each kills one process.
   */
  dieAt: (...marks: string[]) => void;
  /**
   * The next process that reaches this failpoint stops there, as by SIGSTOP, until it gets SIGCONT.
   */
  stopAt: (mark: string) => void;
  /**
   * Waits until the process of a service has stopped there: a SIGCONT that came before would leave
   * it stopped for ever.
   */
  standsStill: (part: string) => Promise<void>;
  /** Returns the failpoints at which no process has died yet. */
  stillToDieAt: () => string[];
  /**
   * Waits until a process has died at each of the failpoints: background work may reach them after
   * the act.
   */
  diedAtAll: () => Promise<void>;
  /** Returns the temporary files that the processes hold at the moment. */
  temporaryFiles: () => string[];
  /** Forgets which failpoints were passed. */
  forgetMarks: () => void;
  /** Returns the failpoints passed since, in order, repeated ones too. */
  marksPassed: () => string[];
  /**
   * Sets the clock that a service or the BFF reads to so many milliseconds from the right time.
   */
  moveClock: (part: string, by: number) => void;
  /** Keeps the event loop of a service or the BFF busy for so long. */
  keepBusy: (part: string, ms: number) => void;
  /** Reverts everything of a test: failpoints, moved clocks, stopped or dead processes. */
  recover: () => Promise<void>;
  /** Kills every process and deletes the data. */
  end: () => Promise<void>;
}

/** A process that a signal has stopped, as the kernel says it. */
const STOPPED = 'T';

/** Returns the letter after the name, which is in parentheses and may contain anything. */
const stateOf = (pid: number | undefined): string =>
  pid === undefined
    ? ''
    : (/.*\) (\w)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '');

/**
 * The kernel holds what a PostgreSQL wrote before it died, so only a machine that dies would lose
 * it; half-written pages are recovered as ever.
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
 * Waits until so many failpoints were passed since `forgetMarks`: the current work is then halfway.
 */
export async function inTheMiddle(hurt: HurtPortal, steps: number): Promise<void> {
  await until(
    async () => hurt.marksPassed().length,
    (passed) => passed >= steps,
  );
}
