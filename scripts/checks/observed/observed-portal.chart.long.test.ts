// The observability of a portal: one purchase in a browser, found afterwards by the id of its
// answer. Uses a real collector and Prometheus; skipped without them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PAGE_SPANS_PATH } from '@portal/contract/pages/page-spans-path';
import type { Problem } from '@portal/contract/problem';
import { saveCreditCard } from '@portal/contract/purchases/payments';
import { closeClients } from '@portal/kit/grpc/client';
import type { Browser, Page, Response } from 'playwright-core';
import { aNewCard, aVisaNumber } from '../../e2e/cards/card.ts';
import { examThat, isOfThreeCredits } from '../../e2e/exams/registrations.ts';
import { aSession } from '../../e2e/exams/sessions.ts';
import { startProgram } from '../../e2e/journeys/browser/screen.ts';
import { sessionWords } from '../../e2e/journeys/browser/steps.ts';
import { aStudent, type SignedIn } from '../../e2e/people/students.ts';
import { mailTo } from '../../portal/mails.ts';
import { startIn } from '../../portal/start-in.ts';
import { until } from '../../portal/until.ts';
import { SERVICES } from '../../start/paths.ts';
import { demandHeadless } from '../../test/chromium.ts';
import { findTool, missing } from '../../tools/tools.ts';
import { dashboardQueries, type Selector, selectorsOf } from './dashboards.ts';
import { type ObservedPortal, startObservedPortal } from './observed-portal.ts';
import type { Span } from './trace-store.ts';

const [collector, prometheus] = [findTool('portal-collector'), findTool('prometheus')];
const isThere = collector !== undefined && prometheus !== undefined;
const observing = isThere ? describe : describe.skip;

let observed: ObservedPortal;
let browser: Browser;
let student: SignedIn;
/** The id of the answer to the payment. */
let requestId = '';
/** The number of the saved card, and the sessions of the browser. */
let card = '';
let sessions: string[] = [];
interface Vector {
  result: { metric: Record<string, string>; value: [number, string] }[];
}
interface Rules {
  groups: { rules: { name: string; health: string; lastError?: string }[] }[];
}
const PAID = '/api/registerAndBook';

async function buyInBrowser(page: Page, subject: string, startsAt: Date): Promise<Response> {
  await page.goto(`${observed.portal.url}/login`);
  const card = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Login' }) });
  await card.getByLabel('Email').fill(student.email);
  await card.getByLabel('Password', { exact: true }).fill(student.password);
  await card.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: `BUY ${subject}` }).click();
  const pay = page.getByRole('dialog', { name: 'Buy credits and register' });
  await pay.getByRole('radio', { name: /^Book a session now/ }).click();
  const session = page.getByRole('radio', { name: sessionWords(startsAt) });
  await session.waitFor({ state: 'attached' });
  if (!(await session.isChecked()))
    await pay.locator('label').filter({ has: session }).last().click();
  await pay.getByRole('checkbox', { name: /I agree to the terms/ }).click();
  const answered = page.waitForResponse((response) => response.url().includes(PAID));
  const reported = page.waitForRequest(
    (request) =>
      request.url().endsWith(PAGE_SPANS_PATH) && request.postData()?.includes(PAID) === true,
  );
  await pay.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('dialog', { name: 'Your session is booked' }).waitFor();
  await reported;
  return answered;
}

observing(isThere ? 'a purchase' : missing('portal-collector'), () => {
  beforeAll(async () => {
    observed = await startObservedPortal({
      collector: collector as string,
      prometheus: prometheus as string,
    });
    browser = await startProgram(await demandHeadless(observed.portal.dataDir));
    student = await aStudent();
    card = aVisaNumber();
    await student.person.do(saveCreditCard, {
      ...(await aNewCard(observed.portal.sandboxUrl, { number: card })),
    });
    const { subject } = await examThat(student.person, isOfThreeCredits);
    const startsAt = startIn(72);
    await aSession({ startsAt });
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    const answer = await buyInBrowser(page, subject, startsAt);
    requestId = answer.headers()['x-request-id'] ?? '';
    sessions = (await page.context().cookies())
      .filter(({ name }) => /sid$/.test(name))
      .map(({ value }) => value);
    expect(sessions).not.toEqual([]);
    await mailTo(student.email, /receipt/i);
  });

  afterAll(async () => {
    await browser?.close();
    closeClients();
    await observed?.stop();
  });

  const found = (holds: (span: Span) => boolean): Promise<Span[]> =>
    until(
      async () => observed.traces.trace(requestId).filter(holds),
      (spans) => spans.length > 0,
    );

  test.each<{ what: string; holds: (span: Span) => boolean }>([
    { what: 'the page', holds: ({ service, name }) => service === 'web' && name.includes(PAID) },
    { what: 'the BFF', holds: ({ service, scope }) => service === 'bff' && scope.endsWith('http') },
    {
      what: 'a call of a service',
      holds: ({ service, scope }) => service === 'registration' && scope.endsWith('grpc'),
    },
    {
      what: 'SQL',
      holds: ({ service, scope }) => service === 'payments' && scope.endsWith('-pg'),
    },
    { what: 'the card processor', holds: ({ attributes }) => attributes['partner'] === 'cards' },
    {
      what: 'an event that was sent',
      holds: ({ name }) => name === 'send payments.charge_captured',
    },
    {
      what: 'an event that was handled elsewhere',
      holds: ({ service, name }) => name.startsWith('process ') && service !== 'payments',
    },
    { what: 'a mail', holds: ({ name }) => name === 'send mail' },
  ])('is one trace, found by the id of its answer, with $what', async ({ holds }) => {
    expect(requestId).toMatch(/^[0-9a-f]{32}$/);
    expect(await found(holds)).not.toEqual([]);
  });

  test('is connected: every span except that of the page has a parent', async () => {
    await found(({ service }) => service === 'web');
    const loose = async () => {
      const spans = observed.traces.trace(requestId);
      const known = new Set(spans.map(({ spanId }) => spanId));
      return spans.filter(({ parentSpanId }) => !known.has(parentSpanId));
    };
    // a span ends, and is sent, before its parent
    const ends = await until(loose, ({ length }) => length === 1);
    expect(ends.map(({ service, name }) => `${service}: ${name}`)).toEqual([
      expect.stringMatching(/^web: /),
    ]);
  });

  test('leaves no name, address, birth date, password, card or session in logs and traces', () => {
    const { email, firstName, lastName, dob, last4ssn, password, person } = student;
    const [year, month, day] = dob.split('-');
    const canaries = [
      email,
      email.split('@')[0] as string,
      `${firstName} ${lastName}`,
      lastName,
      dob,
      `${month}/${day}/${year}`,
      `"${last4ssn}"`,
      password,
      card,
      person.cookie('sid') ?? 'none',
      ...sessions,
    ];
    const folder = join(observed.portal.dataDir, 'logs');
    const parts: readonly string[] = [...SERVICES, 'bff'];
    const logs = readdirSync(folder)
      .filter((file) => parts.includes(file.split('.')[0] as string))
      .map((file) => ({ where: file, text: readFileSync(join(folder, file), 'utf8') }));
    expect(logs.length).toBeGreaterThanOrEqual(parts.length);
    const texts = [...logs, { where: 'traces', text: observed.traces.raw() }];
    const leaks = texts.flatMap(({ where, text }) =>
      canaries.filter((canary) => text.includes(canary)).map((canary) => `${where}: ${canary}`),
    );
    expect(leaks).toEqual([]);
    // they do contain the request
    expect(logs.some(({ text }) => text.includes(requestId))).toBe(true);
    expect(observed.traces.raw()).toContain(requestId);
  });

  test('is refused with the id of its trace', async () => {
    const answer = await student.person.send<Problem>('GET', '/api/getNothing');
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    const spans = () => observed.traces.trace(answer.body.requestId ?? '');
    await until(
      async () => spans(),
      (all) => all.length > 0,
    );
  });

  test('has its own trace, whatever trace headers a client sends', async () => {
    const id = 'ab'.repeat(16);
    const headers = { traceparent: `00-${id}-${'cd'.repeat(8)}-01`, baggage: 'who=stranger' };
    const ask = () => student.person.send('GET', '/api/getColleges', undefined, headers);
    const first = await ask();
    const second = await ask();
    expect(first.headers.get('x-request-id')).toBe(id);
    expect(second.headers.get('x-request-id')).not.toBe(id);
    const report = {
      traceId: id,
      spanId: 'ef'.repeat(8),
      proof: 'x'.repeat(22),
      path: '/api/getColleges',
    };
    const spans = [{ ...report, agoMs: 5, ms: 1, status: 200 }];
    const sent = JSON.stringify({ spans });
    expect(await student.person.send('POST', '/page-spans', sent)).toMatchObject({ status: 204 });
    await until(
      async () => observed.traces.trace(id),
      (all) => all.some(({ service }) => service === 'bff'),
    );
    expect(observed.traces.trace(id).filter(({ service }) => service === 'web')).toEqual([]);
    expect(observed.traces.raw()).not.toContain('stranger');
  });

  test('is seen by Prometheus: all processes are scraped, and all rules work', async () => {
    const up = () => observed.prometheus<Vector>('query?query=up');
    const processes = [...SERVICES, 'bff'].sort();
    const { result } = await until(up, (seen) => {
      const isUp = seen.result.every(({ value }) => value[1] === '1');
      return isUp && seen.result.length >= processes.length;
    });
    expect(result.map(({ metric }) => metric['job']).sort()).toEqual(processes);
    const { groups } = await until(
      () => observed.prometheus<Rules>('rules'),
      (seen) => seen.groups.every(({ rules }) => rules.every(({ health }) => health !== 'unknown')),
    );
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(50);
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
  });

  test('is on the dashboards: every metric and label of a panel exists', async () => {
    const queries = dashboardQueries();
    expect(queries.length).toBeGreaterThan(40);
    const ask = (expr: string) =>
      observed.prometheus<Vector>(`query?query=${encodeURIComponent(expr)}`);
    const isThere = async ({ metric, labels }: Selector) => {
      const chosen = labels.map((label) => `${label}!=""`).join();
      return (await ask(`count(${metric}{${chosen}})`)).result.length > 0;
    };
    // a rate is recorded once a counter has grown from one scrape to the next
    const isSoonThere = (selector: Selector) =>
      until(
        async () => {
          await student.person.send('GET', '/api/getColleges');
          return isThere(selector);
        },
        Boolean,
        { everyMs: 500 },
      ).catch(() => false);
    expect(await isThere({ metric: 'portal_unknown_calls', labels: [] })).toBe(false);
    expect(await isThere({ metric: 'portal_call_seconds_count', labels: ['weather'] })).toBe(false);
    const checked = new Map<string, boolean>();
    for (const { where, expr } of queries) {
      await ask(expr); // throws if it is invalid
      const selectors = selectorsOf(expr);
      expect({ where, selectors: selectors.length > 0 }).toEqual({ where, selectors: true });
      for (const selector of selectors.filter(({ metric }) => metric !== 'ALERTS')) {
        const key = JSON.stringify(selector);
        checked.set(key, checked.get(key) ?? (await isSoonThere(selector)));
        expect({ where, selector, isThere: checked.get(key) }).toEqual({
          where,
          selector,
          isThere: true,
        });
      }
    }
  });

  test('is on the dashboard of sales: one registration, one charge and its cents', async () => {
    const value = async (expr: string) => {
      const { result } = await observed.prometheus<Vector>(
        `query?query=${encodeURIComponent(expr)}`,
      );
      return Number(result[0]?.value[1]);
    };
    for (const query of [
      'sum(portal_charges_total{outcome="captured"})',
      'sum(portal_charges_cents_total{outcome="captured"})',
      'sum(portal_events_total{event="registration.created"})',
      'sum(portal_seats_left{within="28d"})',
    ])
      await until(
        () => value(query),
        (now) => now > 0,
        90, // seats are counted once a minute
        200,
      );
  });
});
