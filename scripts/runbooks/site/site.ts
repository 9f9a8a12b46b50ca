import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import { closeClients } from '@portal/kit/grpc/client';
import { Person } from '../../e2e/people/person.ts';
import { aStudent } from '../../e2e/people/students.ts';
import { until } from '../../e2e/portal/until.ts';
import type { Portal } from '../../start/portal-handle.ts';
import { startPortal } from '../../start/start-portal.ts';
import { anyPlace, portalFolder } from '../../test/demo-data.ts';
import { NOTHING_LASTS } from '../../test/servers.ts';
import { runOps, type Said } from './ops.ts';
import { startWatch, type Watch } from './watch.ts';

/** A portal on which runbooks are walked, and what watches it. */
export interface Site {
  readonly portal: Portal;
  readonly watch: Watch;
  /** `npm run ops` on it; fails where the verb does, with what it said. */
  readonly ops: (...words: readonly string[]) => Promise<string>;
  /** `ops status`, which says by its exit code whether all parts are ready. */
  readonly status: () => Promise<Said>;
  /** Where the log of a part ends now, to read it from there. */
  readonly endOfLog: (part: string) => number;
  /** What a part has said since. */
  readonly log: (part: string, from?: number) => string;
  /** Lets a part do nothing but count for so many milliseconds. */
  readonly keepBusy: (part: string, ms: number) => void;
  /** Waits until all parts are ready and a newcomer signs in and sees the exams. */
  readonly serves: () => Promise<void>;
  readonly end: (keepData: boolean) => Promise<void>;
}

/** Quarter hours of the product are as much shorter as those of most rules. */
export const FACTOR = 60;

const hooks = ['./quick-day.mjs', '../../e2e/faults/harness/odd-process.mjs'].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
);

/** Starts it with demo data, on a folder and ports of its own; the addresses go into the environment. */
export async function startSite(options: {
  prometheus: string;
  factors: readonly number[];
  report: (line: string) => void;
}): Promise<Site> {
  const dataDir = portalFolder('runbooks');
  const odd = join(dataDir, 'odd');
  mkdirSync(odd);
  const portal = await startPortal({
    env: { ...process.env, PORTAL_URL: undefined, ...anyPlace, DATA_DIR: dataDir },
    postgresSettings: NOTHING_LASTS,
    parts: {
      '*': {
        nodeArgs: hooks.flatMap((hook) => ['--import', hook]),
        env: { LOG_LEVEL: 'info', QUICK_DAY: String(FACTOR), ODD_PROCESSES: odd },
      },
    },
    report: options.report,
  });
  Object.assign(process.env, portal.env);
  Person.retryMs = 60_000;
  const { prometheus: program, factors } = options;
  const watch = await startWatch(portal, { program, factors }).catch(async (error: unknown) => {
    await portal.stop();
    throw error;
  });
  const logOf = (part: string) => join(dataDir, 'logs', `${part}.log`);
  const status = () => runOps(dataDir, ['status']);
  return {
    portal,
    watch,
    status,
    async ops(...words) {
      const { code, out, err } = await runOps(dataDir, words);
      if (code !== 0) throw new Error(`ops ${words.join(' ')} ended with ${code}: ${err || out}`);
      return out;
    },
    endOfLog: (part) => statSync(logOf(part)).size,
    log: (part, from = 0) => readFileSync(logOf(part)).subarray(from).toString(),
    keepBusy(part, ms) {
      writeFileSync(join(odd, `${part} busy`), String(ms));
      portal.kill(part, 'SIGUSR2');
    },
    async serves() {
      await portal.ready();
      await until(status, ({ code }) => code === 0, 30, 500);
      const { person } = await aStudent();
      const { exams } = await person.do(getAllExamsAccordingStudent, {});
      if (exams.length === 0) throw new Error('a student sees no exams');
    },
    async end(keepData) {
      closeClients();
      await watch.stop();
      await portal.stop();
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
