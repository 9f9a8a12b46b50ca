import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { setForFile } from '@portal/kit/testing/after-test';
import { brokenInvariants } from '../e2e/invariants/invariants.ts';
import { mendPartners, settle } from '../portal/processor.ts';
import { Person } from '../portal-user/person.ts';
import { check } from './checker/check.ts';
import type { Finding } from './checker/finding.ts';
import type { Inflicted, Recorded } from './checker/recorded.ts';
import { createClients, type Worker } from './clients/client-pool.ts';
import { History } from './clients/history.ts';
import { type Fault, faultText } from './plan/plan.ts';
import { type ChaosPortal, startChaosPortal } from './portal/chaos-portal.ts';
import { inflict } from './portal/inflict.ts';
import { lookOutside } from './portal/look-outside.ts';

/** How long started operations may take to be answered once all faults are over. */
const ANSWERED_WITHIN_MS = 90_000;
/** How long background work may take then: retried refunds, emails, events. */
const QUIET_WITHIN_MS = 120_000;
/**
 * Charges are settled often, as if the processor's day were short, so that they can be refunded in
 * part.
 */
const SETTLE_EVERY_MS = 5000;
const PROGRESS_EVERY_MS = 30_000;

export interface ChaosOptions {
  readonly seed: number;
  readonly plan: readonly Fault[];
  readonly durationMs: number;
  readonly report: (line: string) => void;
  readonly keepData?: boolean;
}

/** The result of a run. */
export interface ChaosRun {
  readonly recorded: Recorded;
  readonly findings: readonly Finding[];
  /** Seconds from the last answer until the ledgers agreed. */
  readonly quietAfter: number;
  /** The folder of the logs, if they are kept. */
  readonly dataDir: string;
}

/** Starts a separate portal, runs clients and the plan, and checks the results. */
export async function runChaos(options: ChaosOptions): Promise<ChaosRun> {
  const { report } = options;
  const chaos = await startChaosPortal(report);
  let findings: readonly Finding[] | undefined;
  try {
    setForFile({ PORTAL_URL: chaos.url });
    Person.retryMs = 15_000;
    const run = await work(chaos, options);
    findings = run.findings;
    return run;
  } finally {
    await chaos.end(options.keepData === true || findings === undefined || findings.length > 0);
  }
}

async function work(chaos: ChaosPortal, options: ChaosOptions): Promise<ChaosRun> {
  const { seed, durationMs, report, plan } = options;
  const [stopped, abandoned] = [new AbortController(), new AbortController()];
  setMaxListeners(0, stopped.signal, abandoned.signal);
  const history = new History();
  const clients = await createClients({
    seed,
    history,
    minutes: durationMs / 60_000,
    sandboxUrl: chaos.portal.sandboxUrl,
    stopped: stopped.signal,
    abandoned: abandoned.signal,
  });
  report(`${clients.workers.length} people at work`);
  const from = history.now();
  const failures: Finding[] = [];
  const working = Promise.all(
    clients.workers.map((worker) => workOn(worker, stopped.signal, failures)),
  );
  const settling = settleAgainAndAgain(stopped.signal);
  const reporting = tellProgress(history, stopped.signal, report);
  const inflicted = await carryOut(chaos, { plan, history, from, report });
  await pause(Math.max(from + durationMs - history.now(), 0));
  stopped.abort();
  report('All faults are over; waiting for open operations');
  const timeout = setTimeout(() => abandoned.abort(), ANSWERED_WITHIN_MS);
  await Promise.all([working, settling, reporting]);
  clearTimeout(timeout);
  const { broken, seconds } = await untilQuiet();
  report(broken.length === 0 ? `Quiet after ${seconds.toFixed(0)} s` : 'It does not become quiet');
  const outside = await lookOutside(chaos, { clients, history, broken });
  const recorded = {
    operations: history.operations,
    inflicted,
    before: clients.beginning,
    outside,
  };
  return {
    recorded,
    findings: [...failures, ...check(recorded)],
    quietAfter: seconds,
    dataDir: chaos.portal.dataDir,
  };
}

async function workOn(
  { client, step, thinkMs }: Worker,
  stopped: AbortSignal,
  failures: Finding[],
): Promise<void> {
  while (!stopped.aborted) {
    await client.think(thinkMs);
    if (stopped.aborted) return;
    try {
      await step();
    } catch (error) {
      // the history has the unanswered operation
      if ((error as Error).name === 'AbortError') return;
      failures.push({ rule: 'every client can work', detail: `${client.name}: ${String(error)}` });
    }
  }
}

/** Inflicts one fault after the other; returns each with its actual times. */
async function carryOut(
  chaos: ChaosPortal,
  {
    plan,
    history,
    from: begun,
    report,
  }: Pick<ChaosOptions, 'plan' | 'report'> & { history: History; from: number },
): Promise<Inflicted[]> {
  const one = async (fault: Fault): Promise<Inflicted> => {
    await pause(Math.max(begun + fault.at - history.now(), 0));
    report(faultText(fault));
    const from = history.now();
    const mend = await inflict(chaos, fault);
    await pause(fault.length);
    await mend();
    return { fault, from, to: history.now() };
  };
  const inflicted = await Promise.all(plan.map(one));
  await mendPartners();
  return inflicted;
}

async function settleAgainAndAgain(stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await settle();
    await pause(SETTLE_EVERY_MS, undefined, { signal: stopped }).catch(() => {});
  }
}

async function tellProgress(
  history: History,
  stopped: AbortSignal,
  report: (line: string) => void,
): Promise<void> {
  while (!stopped.aborted) {
    await pause(PROGRESS_EVERY_MS, undefined, { signal: stopped }).catch(() => {});
    const { operations } = history;
    const count = (outcome: string | null) =>
      operations.filter((one) => one.outcome === outcome).length;
    report(
      `          ${count('done')} done, ${count('refused')} refused, ${count(null)} under way`,
    );
  }
}

/** Waits until the ledgers of all services agree with each other and with the processor. */
async function untilQuiet(): Promise<{ broken: string[]; seconds: number }> {
  const from = performance.now();
  for (;;) {
    await settle();
    const broken = await brokenInvariants().catch((error: unknown) => [String(error)]);
    const ms = performance.now() - from;
    if (broken.length === 0 || ms > QUIET_WITHIN_MS) return { broken, seconds: ms / 1000 };
    await pause(1000);
  }
}
