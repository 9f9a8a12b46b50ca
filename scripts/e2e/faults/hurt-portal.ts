import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeClients } from '@portal/kit/client';
import type { Portal } from '../../start/portal-handle.ts';
import { startPortal } from '../../start/start-portal.ts';
import { until } from '../until.ts';

/** A portal of one's own that can be hurt, with processes that die at the marked steps a test names. */
export interface HurtPortal {
  portal: Portal;
  /** The next process that comes to one of these marks ('payments buyExam.pay.ran') dies there; each is died at once. */
  dieAt: (...marks: string[]) => void;
  /** Marks that nobody has died at yet. */
  stillToDieAt: () => string[];
  /** Files that the processes keep aside at the moment. */
  temporaryFiles: () => string[];
  /** Begins to note anew which marks are passed. */
  forgetMarks: () => void;
  /** Marks that were passed since, in order; one that was passed twice is there twice. */
  marksPassed: () => string[];
  end: () => Promise<void>;
}

export async function startHurtPortal(): Promise<HurtPortal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-faults-'));
  const wishes = join(dataDir, 'die-at');
  const seen = join(dataDir, 'marks-seen');
  const temporary = join(dataDir, 'temporary');
  mkdirSync(wishes);
  mkdirSync(temporary);
  const hook = fileURLToPath(new URL('./die-at-mark.mjs', import.meta.url));
  const env = { MARKS_TO_DIE_AT: wishes, MARKS_SEEN: seen, TMPDIR: temporary, LOG_LEVEL: 'info' };
  const portal = await startPortal({
    env: { ...process.env, PORTAL_URL: undefined, SEED: 'demo', DATA_DIR: dataDir, PORT: '0', MAIL_PORT: '0', SANDBOX_PORT: '0' },
    parts: { '*': { nodeArgs: ['--import', hook], env } },
  });
  Object.assign(process.env, portal.env);
  return {
    portal,
    dieAt: (...marks) => {
      for (const mark of marks) writeFileSync(join(wishes, mark), '');
    },
    stillToDieAt: () => readdirSync(wishes),
    temporaryFiles: () => readdirSync(temporary, { recursive: true }).map(String),
    forgetMarks: () => rmSync(seen, { force: true }),
    marksPassed: () => (existsSync(seen) ? readFileSync(seen, 'utf8').trim().split('\n') : []),
    end: async () => {
      closeClients();
      await portal.stop();
      if (!process.env['KEEP_DATA']) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until so many steps were passed since `forgetMarks`: whoever is at work then is in the middle of it. */
export async function inTheMiddle(hurt: HurtPortal, steps: number): Promise<void> {
  await until(
    async () => hurt.marksPassed().length,
    (passed) => passed >= steps,
  );
}
