import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import { closeClients } from '@portal/kit/grpc/client';
import { aStudent } from '../../e2e/people/students.ts';
import { until } from '../../portal/until.ts';
import { Person } from '../../portal-user/person.ts';
import type { Portal } from '../../start/portal-handle.ts';
import { startPortal } from '../../start/start-portal.ts';
import { anyPlace, portalFolder } from '../../test/demo-data.ts';
import { NOTHING_LASTS } from '../../test/servers.ts';
import { type OpsResult, runOps } from './ops.ts';
import { startWatch, type Watch } from './watch.ts';

/** A portal on which runbooks are walked, with its monitoring. */
export interface Site {
  readonly portal: Portal;
  readonly watch: Watch;
  /** Runs `npm run ops`; throws with its output if it fails. */
  readonly ops: (...words: readonly string[]) => Promise<string>;
  /** Runs `ops status`, whose exit code tells whether all services are ready. */
  readonly status: () => Promise<OpsResult>;
  /** Returns the current length of a service's log, to read on from there. */
  readonly endOfLog: (part: string) => number;
  /** Returns the log of a service from a position. */
  readonly log: (part: string, from?: number) => string;
  /** Blocks a service's event loop for some milliseconds. */
  readonly keepBusy: (part: string, ms: number) => void;
  /** Waits until all services are ready and a new student can sign in and see exams. */
  readonly serves: () => Promise<void>;
  readonly end: (keepData: boolean) => Promise<void>;
}

/** Quarter hours of the product are divided by this, like most rules. */
export const FACTOR = 60;

const hooks = ['./quick-day.mjs', '../../e2e/faults/harness/odd-process.mjs'].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
);

/**
 * Starts the portal with demo data in its own folder and ports; puts its addresses into the
 * environment.
 */
export async function startSite(options: {
  prometheus: string;
  factors: readonly number[];
  report: (line: string) => void;
}): Promise<Site> {
  const dataDir = portalFolder('runbooks');
  const odd = join(dataDir, 'odd');
  mkdirSync(odd);
  const portal = await startPortal({
    env: { ...anyPlace, DATA_DIR: dataDir },
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
