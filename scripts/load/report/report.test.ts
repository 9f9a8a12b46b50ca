import { describe, expect, test } from '@jest/globals';
import { htmlReport } from './html-report.ts';
import type { Outcome } from './outcome.ts';
import { Timeline } from './timeline.ts';
import { memoryVerdicts, streamVerdicts, verdictsOf } from './verdicts.ts';

const second = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
const point = (metric: string, at: number, value: number, tags: object) =>
  JSON.stringify({ metric, type: 'Point', data: { time: second(at), value, tags } });
const call = (name: string, at: number, ms: number, scenario: string | undefined = 'buying') =>
  point('http_req_duration', at, ms, { name, ...(scenario ? { scenario } : {}) });

describe('the timeline of a run', () => {
  test('is counted call by call, with percentiles a few percent off at most', () => {
    const timeline = new Timeline(60);
    for (let ms = 1; ms <= 1000; ms++) timeline.add(call('login', 0, ms));
    const [login] = timeline.calls;
    expect(login).toMatchObject({ name: 'login', count: 1000, most: 1000 });
    for (const [share, ms] of [
      ['p50', 500],
      ['p95', 950],
      ['p99', 990],
    ] as const) {
      expect(login?.[share]).toBeGreaterThanOrEqual(ms);
      expect(login?.[share]).toBeLessThanOrEqual(ms * 1.05);
    }
  });

  test('is laid out over time, stretches without calls too', () => {
    const timeline = new Timeline(60);
    timeline.add(call('login', 0, 5));
    timeline.add(call('login', 2, 7));
    timeline.add(point('dropped_iterations', 2, 3, { scenario: 'buying' }));
    expect(timeline.overTime.map(({ at, calls, dropped }) => [at, calls, dropped])).toEqual([
      [0, 1, 0],
      [1, 0, 0],
      [2, 1, 3],
    ]);
  });

  test('leaves out calls of the preparation, and lines that are not measured values', () => {
    const timeline = new Timeline(60);
    timeline.add(call('login', 0, 5, ''));
    timeline.add(JSON.stringify({ type: 'Metric', metric: 'http_req_duration', data: {} }));
    expect([timeline.calls, timeline.overTime]).toEqual([[], []]);
  });

  test('counts refusals by their code, most first', () => {
    const timeline = new Timeline(60);
    const full = { name: 'book', status: '409', code: 'session_full' };
    timeline.add(point('refusals', 0, 1, full));
    timeline.add(point('refusals', 1, 1, full));
    timeline.add(
      point('server_errors', 1, 1, { name: 'book', status: '503', code: 'unavailable' }),
    );
    expect(timeline.refused).toEqual([
      { kind: 'refused', call: 'book', status: '409', code: 'session_full', count: 2 },
      { kind: 'error', call: 'book', status: '503', code: 'unavailable', count: 1 },
    ]);
  });
});

describe('limits', () => {
  test('of a script are listed with their measured values, missed ones first', () => {
    const verdicts = verdictsOf({
      metrics: {
        checks: { values: { rate: 1 }, thresholds: { 'rate==1': { ok: true } } },
        'http_req_duration{name:login}': {
          values: { 'p(95)': 812.4 },
          thresholds: { 'p(95)<480': { ok: false } },
        },
      },
    });
    expect(verdicts).toEqual([
      { what: 'login, p(95)', limit: '<480 ms', measured: '812 ms', ok: false },
      { what: 'checks, rate', limit: '==1', measured: '1', ok: true },
    ]);
  });

  const figures = {
    wanted: 10,
    opened: 10,
    refused: {},
    ended: 0,
    changes: 5,
    changesRefused: 0,
    expected: 20,
    lost: 0,
    p50Ms: 50,
    p95Ms: 90,
    mostMs: 100,
  };
  test.each([
    [{}, []],
    [{ opened: 9 }, ['pages that were opened']],
    [{ ended: 1 }, ['pages that ended early']],
    [{ lost: 1 }, ['changes that a page did not hear of within 5 s']],
    [{ changes: 0 }, ['changes made']],
    [{ p95Ms: 1500 }, ['until a page hears, p(95)']],
  ])('of open pages: %j misses %j', (about, missed) => {
    const verdicts = streamVerdicts({ ...figures, ...about }, 1);
    expect(verdicts.filter(({ ok }) => !ok).map(({ what }) => what)).toEqual(missed);
  });

  test('of memory are those of processes whose growth is known', () => {
    const process = (name: string, perHour?: number) =>
      ({
        process: name,
        growth: perHour === undefined ? undefined : { perHour, error: 1 },
      }) as Parameters<typeof memoryVerdicts>[0][number];
    const verdicts = memoryVerdicts([process('bff', 40), process('identity', 3), process('x')], 30);
    expect(verdicts.map(({ what, ok }) => [what.split(',')[0], ok])).toEqual([
      ['memory of bff', false],
      ['memory of identity', true],
    ]);
  });
});

const outcome: Outcome = {
  scenario: 'office',
  does: 'staff <at> work',
  portal: 'a portal',
  url: 'http://x',
  at: '2026-01-01T00:00:00.000Z',
  rate: 1,
  seconds: 2,
  slack: '1',
  machine: '2 × CPU',
  ok: false,
  streams: undefined,
  own: 'The metrics were left out.',
  text: 'k6 & more',
  verdicts: [{ what: 'login, p(95)', limit: '<480 ms', measured: '812 ms', ok: false }],
  calls: [{ name: 'login', count: 1, p50: 1, p95: 2, p99: 3, most: 4 }],
  refused: [],
  overTime: [
    { at: 0, calls: 3, dropped: 0, p95: { login: 2 } },
    { at: 1, calls: 4, dropped: 0, p95: { login: 3 } },
  ],
};

describe('the report', () => {
  test('loads nothing from the network', () => {
    expect(htmlReport(outcome)).not.toMatch(/(?:src|href)=|url\(|@import|<script/);
  });

  test('shows missed limits, draws lines and escapes texts', () => {
    const html = htmlReport(outcome);
    expect(html).toContain('1 of 1 limits missed');
    expect(html).toContain('staff &lt;at&gt; work');
    expect(html).toContain('k6 &amp; more');
    expect(html).toContain('The metrics were left out.');
    expect(html.match(/<path d="M/g)).toHaveLength(3);
  });

  test("shows the BFF's figures beside the same call of k6", () => {
    const own = {
      rpcs: [],
      partners: [],
      processes: [],
      readings: [],
      calls: [{ label: '/api/login', count: 77, totalMs: 1, p50: 1, p95: 2, p99: 3 }],
    };
    expect(htmlReport({ ...outcome, own })).toContain('<td>77</td>');
  });
});
