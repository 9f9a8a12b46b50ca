import { setImmediate as onceRead, setTimeout as pause } from 'node:timers/promises';
import { cancelExamRegistration, onlineExamRegistration } from '@portal/contract/exams/exams';
import { examThat } from '../../e2e/exams/registrations.ts';
import type { Person } from '../../portal-user/person.ts';
import type { User } from '../place/prepare.ts';
import { Deliveries } from './deliveries.ts';
import { type OpenPage, openPage } from './open-page.ts';
import { signIn } from './sign-in.ts';

/** Figures of thousands of open pages. */
export interface StreamFigures {
  readonly wanted: number;
  readonly opened: number;
  /** How often a page was refused before it opened or gave up, by the portal's answer. */
  readonly refused: Readonly<Record<string, number>>;
  /** Pages that were open and ended before the run did. */
  readonly ended: number;
  readonly changes: number;
  readonly changesRefused: number;
  readonly expected: number;
  readonly lost: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly mostMs: number;
}

export interface StreamPlan {
  readonly url: string;
  /** Students with open pages; the first `changers` of them have credits, and make the changes. */
  readonly users: readonly User[];
  readonly changers: number;
  readonly pages: number;
  /** Changes a second. */
  readonly rate: number;
  readonly report: (line: string) => void;
}

/** A sign-in may have so many pages open, and browsers keep as many connections. */
export const PAGES_PER_SIGN_IN = 4;
/** A change that a page has not heard of after so long is lost. */
export const BOUND_MS = 5_000;
const CONCURRENCY = 6;
const STEP_MS = 50;
const TRIES = 3;
const AGAIN_MS = 2_000;

interface Watcher {
  readonly number: number;
  readonly person: Person;
  readonly pages: { readonly number: number; readonly page: OpenPage }[];
}

/** Open pages, held until they are let go. */
export interface HeldStreams {
  readonly opened: number;
  /**
   * Makes changes at the rate of the plan until `stop` aborts, waits for the last ones, closes the
   * pages and says what came of them.
   */
  change(stop: AbortSignal): Promise<StreamFigures>;
}

/** Signs the users in and opens their pages. */
export async function holdStreams(plan: StreamPlan): Promise<HeldStreams> {
  const deliveries = new Deliveries(BOUND_MS);
  const watchers: Watcher[] = [];
  const refused: Record<string, number> = {};
  let opened = 0;
  /** Opens a page; retries after a refusal, as the browser's page does. */
  const opening = async (watcher: Watcher, page: number): Promise<OpenPage | undefined> => {
    const cookie = watcher.person.cookieHeader;
    const onEvent = (event: string) => {
      if (event === 'changed') deliveries.heard(watcher.number, page, performance.now());
    };
    for (let tries = 0; tries < TRIES; tries++) {
      try {
        return await openPage(plan.url, { cookie, number: page, onEvent });
      } catch (error) {
        const { message } = error as Error;
        refused[message] = (refused[message] ?? 0) + 1;
        await pause(AGAIN_MS);
      }
    }
    return undefined;
  };
  const queue = plan.users.slice(0, Math.ceil(plan.pages / PAGES_PER_SIGN_IN)).entries();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const [number, user] of queue) {
        const watcher: Watcher = { number, person: await signIn(plan.url, user), pages: [] };
        watchers[number] = watcher;
        const first = number * PAGES_PER_SIGN_IN;
        for (let page = first; page < Math.min(plan.pages, first + PAGES_PER_SIGN_IN); page++) {
          const open = await opening(watcher, page);
          if (open === undefined) continue;
          watcher.pages.push({ number: page, page: open });
          if (++opened % 1000 === 0) plan.report(`${opened} pages are open`);
        }
      }
    }),
  );
  return {
    opened,
    async change(stop) {
      const counts = await makeChanges(plan, watchers.slice(0, plan.changers), deliveries, stop);
      const pages = watchers.flatMap(({ pages: own }) => own);
      const ended = pages.filter(({ page }) => page.closed !== undefined).length;
      for (const { page } of pages) page.close();
      const { expected, lost, times } = deliveries.result;
      const sorted = [...times].sort((one, other) => one - other);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
      return {
        wanted: plan.pages,
        opened,
        refused,
        ended,
        ...counts,
        expected,
        lost,
        p50Ms: at(0.5),
        p95Ms: at(0.95),
        mostMs: sorted.at(-1) ?? Number.NaN,
      };
    },
  };
}

/** Students register an exam and cancel it again, so many a second, one after the other. */
async function makeChanges(
  { rate }: StreamPlan,
  changers: readonly Watcher[],
  deliveries: Deliveries,
  stop: AbortSignal,
): Promise<{ changes: number; changesRefused: number }> {
  const registered = new Map<number, number>();
  const pending: Promise<void>[] = [];
  let changes = 0;
  let changesRefused = 0;
  const examId = await examForAll(changers);
  const changeOf = async ({ number, person, pages }: Watcher): Promise<void> => {
    deliveries.expect(
      number,
      pages.map((page) => page.number),
      performance.now(),
    );
    try {
      const registrationId = registered.get(number);
      if (registrationId === undefined) {
        const { registrationId: id } = await person.do(onlineExamRegistration, { examId });
        if (id !== null) registered.set(number, id);
      } else {
        await person.do(cancelExamRegistration, { registrationId });
        registered.delete(number);
      }
    } catch {
      changesRefused++;
      deliveries.withdraw(number);
    }
    changes++;
  };
  const began = performance.now();
  let due = 0;
  while (!stop.aborted) {
    for (; due < ((performance.now() - began) / 1000) * rate; due++) {
      const watcher = changers[due % changers.length];
      if (watcher && !deliveries.isWaiting(watcher.number)) pending.push(changeOf(watcher));
    }
    // after a pause of this process, changes that arrived in the meantime are heard first
    await onceRead();
    deliveries.expire(performance.now());
    await pause(STEP_MS);
  }
  await Promise.all(pending);
  await pause(BOUND_MS);
  await onceRead();
  deliveries.expire(performance.now());
  return { changes, changesRefused };
}

/** An exam that each of them can register with credits. */
async function examForAll([first]: readonly Watcher[]): Promise<number> {
  if (!first) throw new Error('no student has a page open');
  const { id } = await examThat(first.person);
  return id;
}
