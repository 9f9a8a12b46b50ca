import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { newYorkDay } from '@portal/contract/days';
import {
  type Chart,
  getChart,
  getCountedRegistrations,
  getMoneyEntries,
  getOverview,
  getWaiting,
} from '@portal/contract/overview/overview';
import { getSchoolInfo } from '@portal/contract/schools/office';
import { getOfficeSessions } from '@portal/contract/sessions/office-sessions';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { aSchool } from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

const TODAY = newYorkDay(steadyNow());
const daysAgo = (days: number): string =>
  Temporal.PlainDate.from(TODAY).subtract({ days }).toString();
const MONTH = { from: daysAgo(29), to: TODAY };

let owner: Person;
let support: Person;
beforeAll(async () => {
  [owner, support] = await Promise.all([
    signedInStaff('ROLE_SUPER_ADMIN'),
    signedInStaff('ROLE_SUPPORT'),
  ]);
});

const drawn = async (input: CallInput<typeof getChart>, person = owner): Promise<Chart> => {
  const answer = await person.ask(getChart, input);
  expect(answer).toMatchObject({ status: 200 });
  return getChart.answer.parse(answer.body);
};
/** Returns the path of a link, and the input that its page sends to the call. */
const linkOf = (href: string) => {
  const { pathname, searchParams } = new URL(href, 'https://portal.test');
  return { pathname, query: Object.fromEntries(searchParams) };
};
const pointsOf = ({ series }: Chart) =>
  series.flatMap(({ name, points }) => points.map((point) => ({ name, ...point })));
const agrees = ({ charted, counted }: { charted: unknown[]; counted: unknown[] }) =>
  charted.every((figure, at) => figure === counted[at]);
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Returns all rows of the page that a point of registrations links to. */
async function registrationsBehind(href: string) {
  const { pathname, query } = linkOf(href);
  expect(pathname).toBe('/admin/overview/registrations');
  const rows = [];
  for (let page = 1; ; page++) {
    const answer = await owner.do(getCountedRegistrations, {
      ...(query as never as CallInput<typeof getCountedRegistrations>),
      page,
      pageSize: 200,
    });
    rows.push(...answer.rows);
    if (rows.length >= answer.total || answer.rows.length === 0) return rows;
  }
}

describe('getChart', () => {
  test('links a day of registrations to the same number of rows', async () => {
    for (const key of ['registrations', 'vendors'] as const) {
      const chart = await drawn({ key, ...MONTH, by: 'week' });
      expect(chart.unit).toBe('count');
      const points = pointsOf(chart).filter(({ y }) => y > 0);
      expect(points.length).toBeGreaterThan(0);
      for (const { y, href } of points.slice(-4))
        expect((await registrationsBehind(href)).length).toBeGreaterThanOrEqual(y);
      // a past point does not change during the test
      const past = points.find(({ x }) => x < daysAgo(8));
      if (past) expect(await registrationsBehind(past.href)).toHaveLength(past.y);
    }
  });

  test('counts registrations by branch and vendor like the rows', async () => {
    const chart = await drawn({
      key: 'registrations',
      from: daysAgo(300),
      to: daysAgo(1),
      by: 'month',
      locationId: 13,
      vendorId: 1,
    });
    const point = pointsOf(chart).find(({ y }) => y > 0);
    if (point === undefined) throw new Error('the demo data has no student in Brooklyn');
    const rows = await registrationsBehind(point.href);
    expect(rows).toHaveLength(point.y);
    expect(new Set(rows.map(({ locationName }) => locationName))).toEqual(new Set(['Brooklyn']));
    expect(new Set(rows.map(({ vendorName }) => vendorName)).size).toBe(1);
  });

  test('gives a pass rate that matches the linked rows', async () => {
    const months = { key: 'pass_rate', from: daysAgo(300), to: daysAgo(1), by: 'month' } as const;
    const charts = await Promise.all([drawn(months), drawn({ ...months, per: 'exam' })]);
    for (const chart of charts) {
      expect(chart.unit).toBe('percent');
      expect(pointsOf(chart).length).toBeGreaterThan(0);
    }
    const points = charts.flatMap((chart) => pointsOf(chart).slice(0, 3));
    for (const { y, of, href } of points) {
      const rows = await registrationsBehind(href);
      expect(rows).toHaveLength(of as number);
      const passed = rows.filter(({ result }) => result === 'Pass').length;
      expect(y).toBe(Math.round((passed * 1000) / rows.length) / 10);
    }
  });

  test('gives seats that match the linked sessions', async () => {
    const compared = async () => {
      const chart = await drawn({ key: 'seats', from: daysAgo(60), to: daysAgo(1), by: 'month' });
      const points = pointsOf(chart).slice(0, 3);
      return Promise.all(
        points.map(async ({ y, of, href }) => {
          const { pathname, query } = linkOf(href);
          expect(pathname).toBe('/admin/calendar');
          const { sessions } = await owner.do(getOfficeSessions, {
            view: 'list',
            from: query['day'] as string,
            to: query['until'] as string,
            locationId: Number(query['branch']),
            counted: true,
            pageSize: 200,
          });
          const [seats, taken] = [
            sum(sessions.map((session) => session.seats ?? 0)),
            sum(sessions.map((session) => session.taken)),
          ];
          return { charted: [y, of], counted: [Math.round((taken * 1000) / seats) / 10, seats] };
        }),
      );
    };
    // other tests move sessions into the past concurrently
    const points = await until(compared, (all) => all.every(agrees));
    expect(points.length).toBeGreaterThan(0);
  });

  test('gives revenue less refunds, which matches the linked rows', async () => {
    const chart = await drawn({ key: 'revenue', from: daysAgo(300), to: daysAgo(1), by: 'month' });
    expect(chart.unit).toBe('money');
    expect(chart.series.map(({ name }) => name)).toEqual(['Revenue', 'Captured', 'Refunded']);
    const [revenue, captured, refunded] = chart.series.map(({ points }) => points);
    for (const [at, { y }] of (revenue ?? []).entries())
      expect(y).toBeCloseTo((captured?.[at]?.y ?? 0) - (refunded?.[at]?.y ?? 0), 2);
    for (const { name, y, href } of pointsOf(chart)
      .filter((point) => point.y !== 0)
      .slice(0, 6)) {
      const { pathname, query } = linkOf(href);
      expect(pathname).toBe('/admin/overview/payments');
      const answer = await owner.do(getMoneyEntries, {
        ...(query as never as CallInput<typeof getMoneyEntries>),
        pageSize: 200,
      });
      const unnamed = answer.rows.filter((row) => row.student_id !== null && row.payer === null);
      expect(unnamed).toEqual([]);
      const inAll = name === 'Refunded' ? -answer.sum : answer.sum;
      expect(inAll).toBeCloseTo(y, 2);
      if (answer.total <= 200)
        expect(sum(answer.rows.map(({ amount }) => Math.round(amount * 100)))).toBe(
          Math.round(answer.sum * 100),
        );
    }
  });

  test('gives the balance of a school that matches its account at that point', async () => {
    const school = await aSchool({ balance: 1234 });
    const chart = await drawn({
      key: 'school_balances',
      schoolId: school.id,
      from: daysAgo(2),
      to: daysAgo(-1),
    });
    expect(chart.series).toHaveLength(1);
    const last = pointsOf(chart).at(-1);
    expect(last?.y).toBe(1234);
    const { pathname, query } = linkOf(last?.href ?? '');
    expect([pathname, query['school']]).toEqual(['/admin/school-account', String(school.id)]);
    const { accountReport } = await owner.do(getSchoolInfo, { schoolId: school.id });
    const upTo = accountReport.filter((row) => row.Date <= (query['to'] as string));
    expect(sum(upTo.map(({ Amount }) => Amount))).toBe(1234);
  });

  test('limits figures by role', async () => {
    const of = async (
      role: Parameters<typeof signedInStaff>[0],
      key: 'revenue' | 'school_balances' | 'seats',
    ) => (await (await signedInStaff(role)).ask(getChart, { key, ...MONTH })).status;
    expect(await of('ROLE_ADMIN', 'revenue')).toBe(403);
    expect(await of('ROLE_TECH_SUPPORT', 'revenue')).toBe(403);
    expect(await of('ROLE_ADMIN', 'school_balances')).toBe(200);
    expect(await of('ROLE_SUPPORT', 'school_balances')).toBe(403);
    expect(await of('ROLE_ADVISOR', 'seats')).toBe(200);
    expect(await of('ROLE_ADMISSIONS', 'seats')).toBe(403);
    expect(await of('ROLE_SCHOOL_ADMIN', 'seats')).toBe(403);
  });

  test('refuses more than 366 days, reversed days and filters of other figures', async () => {
    for (const key of [
      'registrations',
      'revenue',
      'seats',
      'pass_rate',
      'school_balances',
    ] as const)
      expect(
        refusal(await owner.ask(getChart, { key, from: '2024-01-01', to: '2025-01-01' })),
      ).toEqual({ status: 422, code: 'range_too_long', detail: 'Please choose a shorter time.' });
    const turned = await owner.ask(getChart, { key: 'seats', from: TODAY, to: daysAgo(1) });
    expect(refusal(turned)).toMatchObject({ status: 422, code: 'invalid' });
    const other = await owner.ask(getChart, { key: 'revenue', ...MONTH, vendorId: 1 });
    expect(refusal(other)).toMatchObject({ status: 422, code: 'invalid' });
    const perExam = await owner.ask(getChart, { key: 'seats', ...MONTH, per: 'exam' });
    expect(refusal(perExam)).toMatchObject({ status: 422, code: 'invalid' });
  });
});

describe('getOverview', () => {
  test('gives each role its queues in order', async () => {
    const keysOf = async (person: Person) =>
      (await person.do(getOverview, {})).queues.map(({ key }) => key);
    const first = ['refunds_refused', 'grades_waiting', 'invoice_rows_unmatched'];
    const last = ['mails_refused', 'accommodations_without_room'];
    expect(await keysOf(owner)).toEqual([...first, 'low_balances', ...last, 'differences_open']);
    expect(await keysOf(support)).toEqual([...first, 'events_set_aside', ...last]);
    expect(await keysOf(await signedInStaff('ROLE_TECH_SUPPORT'))).toEqual([
      ...first,
      'events_set_aside',
      ...last,
      'differences_open',
      'webhooks_failing',
    ]);
    expect(await keysOf(await signedInStaff('ROLE_ADVISOR'))).toEqual([...first, ...last]);
  });

  test("gives today's sessions of the calendar, without drafts and cancellations", async () => {
    const today = newYorkDay(steadyNow());
    const { sessionsToday } = await owner.do(getOverview, {});
    const { sessions } = await owner.do(getOfficeSessions, { from: today, to: today });
    const shown = new Set(sessionsToday.map(({ testSessionId }) => testSessionId));
    for (const { testSessionId, state } of sessions)
      expect([testSessionId, shown.has(testSessionId)]).toEqual([
        testSessionId,
        state !== 'draft' && state !== 'called_off',
      ]);
  });
});

describe('getWaiting', () => {
  test('links a school with a low balance to its account, and hides it from support', async () => {
    const school = await aSchool({ balance: 12 });
    const { text, rows } = await owner.do(getWaiting, { queue: 'low_balances' });
    expect(text).toBe('Schools with a low balance');
    expect(rows).toContainEqual(
      expect.objectContaining({ href: `/admin/school-account?school=${school.id}` }),
    );
    expect(refusal(await support.ask(getWaiting, { queue: 'low_balances' }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });
});

describe('getCountedRegistrations', () => {
  test('gives rows in pages, newest first, and refuses too many days', async () => {
    const first = await owner.do(getCountedRegistrations, {
      by: 'made',
      from: daysAgo(300),
      to: TODAY,
      page: 1,
      pageSize: 2,
    });
    expect(first.rows).toHaveLength(2);
    expect(first.total).toBeGreaterThan(2);
    const [one, other] = first.rows;
    expect((one?.at ?? '') >= (other?.at ?? '')).toBe(true);
    const long = await owner.ask(getCountedRegistrations, {
      by: 'graded',
      from: '2024-01-01',
      to: '2025-01-01',
    });
    expect(refusal(long)).toMatchObject({ status: 422, code: 'range_too_long' });
  });

  test('counts a new purchase within seconds', async () => {
    const today = newYorkDay(steadyNow());
    const of = async () =>
      pointsOf(await drawn({ key: 'registrations', from: today, to: today }))[0]?.y ?? 0;
    const before = await of();
    const { studentId, examId } = await sql<{ studentId: string; examId: string }>(
      'registration',
      `SELECT s.id AS "studentId", e.id AS "examId" FROM student_copy s, exam_copy e
       WHERE NOT EXISTS (SELECT FROM registration r WHERE r.student_id = s.id)
       ORDER BY s.id DESC, e.id LIMIT 1`,
    ).then(([row]) => row as { studentId: string; examId: string });
    await sql(
      'registration',
      `INSERT INTO registration (student_id, exam_id, exam_group, status, created_at, paid_at,
         is_old_system)
       VALUES ($1, $2, $2, 'registered', now(), now(), true)`,
      [studentId, examId],
    );
    expect(await until(of, (now) => now > before)).toBeGreaterThan(before);
  });
});

describe('getMoneyEntries', () => {
  test('allows only super admins, and at most 366 days', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    expect((await admin.ask(getMoneyEntries, MONTH)).status).toBe(403);
    const long = await owner.ask(getMoneyEntries, { from: '2024-01-01', to: '2025-01-01' });
    expect(refusal(long)).toMatchObject({ status: 422, code: 'range_too_long' });
  });
});
