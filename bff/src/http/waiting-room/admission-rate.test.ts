import { expect, test } from '@jest/globals';
import {
  type AdmissionLimits,
  type AdmissionRate,
  DOORS_OPEN,
  type LoadSignals,
  nextAdmissionRate,
} from './admission-rate.ts';

const limits: AdmissionLimits = {
  targetMs: 1000,
  loopDelayMs: 250,
  connectionShare: 0.8,
  leastPerSecond: 2,
};
const quiet: LoadSignals = {
  signInWaitMs: 0,
  loopDelayMs: 5,
  callMs: 30,
  connectionShare: 0.1,
  signInsPerSecond: 20,
  isQueued: false,
};
const metered = (more: Partial<AdmissionRate> = {}): AdmissionRate => ({
  mode: 'metered',
  perSecond: 20,
  isSearching: false,
  heldUntil: 0,
  calmSince: null,
  ...more,
});
const at = (now: number, elapsedMs = 1000) => ({ now, elapsedMs });

test.each<{ what: string; signals: Partial<LoadSignals>; mode: string }>([
  { what: 'nothing', signals: {}, mode: 'open' },
  { what: 'sign-ins that wait', signals: { signInWaitMs: 1001 }, mode: 'metered' },
  { what: 'a slow loop', signals: { loopDelayMs: 251 }, mode: 'metered' },
  { what: 'slow calls', signals: { callMs: 1001 }, mode: 'metered' },
  { what: 'connections', signals: { connectionShare: 0.81 }, mode: 'metered' },
  { what: 'a queue at another replica', signals: { isQueued: true }, mode: 'metered' },
  {
    what: 'a slow loop while hardly anybody signs in',
    signals: { loopDelayMs: 900, callMs: 5000, signInsPerSecond: 4 },
    mode: 'open',
  },
])('open doors, and $what: $mode', ({ signals, mode }) => {
  expect(nextAdmissionRate(DOORS_OPEN, { ...quiet, ...signals }, limits, at(1000)).mode).toBe(mode);
});

test('it begins below what was really done, and never below the least', () => {
  const begin = (signInsPerSecond: number) =>
    nextAdmissionRate(
      DOORS_OPEN,
      { ...quiet, signInWaitMs: 5000, signInsPerSecond },
      limits,
      at(1000),
    ).perSecond;
  expect([begin(40), begin(0)]).toEqual([40 * 0.92, 2]);
});

test('the rate falls once from the work done, and then waits for the effect', () => {
  const late = { ...quiet, callMs: 2000, isQueued: true, signInsPerSecond: 16 };
  const lower = nextAdmissionRate(metered(), late, limits, at(10_000));
  expect(lower).toMatchObject({ perSecond: 12, heldUntil: 15_000 });
  expect(nextAdmissionRate(lower, late, limits, at(14_999)).perSecond).toBe(12);
  expect(nextAdmissionRate(lower, late, limits, at(15_000)).perSecond).toBe(9);
});

test('waiting sign-ins show the capacity, even if it was underestimated', () => {
  const saturated = { ...quiet, signInWaitMs: 3000, isQueued: true, signInsPerSecond: 100 };
  const held = metered({ perSecond: 5, heldUntil: 9000 });
  expect(nextAdmissionRate(held, saturated, limits, at(1000)).perSecond).toBe(92);
  expect(nextAdmissionRate(metered(), saturated, limits, at(1000)).perSecond).toBe(92);
});

test('it grows fast until too many were let in once', () => {
  const queue = { ...quiet, isQueued: true, signInsPerSecond: 0 };
  const searching = nextAdmissionRate(DOORS_OPEN, queue, limits, at(0));
  expect(searching).toMatchObject({ perSecond: 2, isSearching: true });
  expect(nextAdmissionRate(searching, queue, limits, at(6000)).perSecond).toBeCloseTo(2.2);
  const met = nextAdmissionRate(searching, { ...queue, signInWaitMs: 2000 }, limits, at(6000));
  expect(met.isSearching).toBe(false);
});

test('it grows faster where those who were let in come', () => {
  const queue = { ...quiet, isQueued: true };
  const used = nextAdmissionRate(metered(), queue, limits, at(1000)).perSecond;
  const unused = nextAdmissionRate(
    metered(),
    { ...queue, signInsPerSecond: 5 },
    limits,
    at(1000),
  ).perSecond;
  expect([used, unused].map((rate) => rate.toFixed(2))).toEqual(['20.60', '20.30']);
});

test('the doors open after a quarter of a minute without queue and load, and not before', () => {
  const first = nextAdmissionRate(metered(), quiet, limits, at(1000));
  expect(first.calmSince).toBe(1000);
  expect(nextAdmissionRate(first, quiet, limits, at(15_999)).mode).toBe('metered');
  expect(nextAdmissionRate(first, quiet, limits, at(16_000))).toEqual(DOORS_OPEN);
  const disturbed = nextAdmissionRate(first, { ...quiet, isQueued: true }, limits, at(9000));
  expect(disturbed.calmSince).toBeNull();
});

/**
 * A portal that signs in `capacity` a second, and people who take `thinkS` seconds to type once
 * they were let in. Seconds that a sign-in waited, second by second, and how many were let in.
 */
function rush({ capacity, thinkS, people }: { capacity: number; thinkS: number; people: number }) {
  let rate = DOORS_OPEN;
  let [waiting, backlog, done, letIn] = [people, 0, 0, 0];
  const typing: number[] = [];
  const waits: number[] = [];
  const recent: number[] = [];
  for (let now = 0; now < 3600 && done < people; now++) {
    const most = rate.mode === 'open' ? capacity * 3 : Math.floor(rate.perSecond);
    const enter = backlog / capacity > 1 ? 0 : Math.min(waiting, most);
    waiting -= enter;
    letIn += enter;
    typing.push(enter);
    backlog += typing.length > thinkS ? (typing.shift() ?? 0) : 0;
    const signIns = Math.min(backlog, capacity);
    backlog -= signIns;
    done += signIns;
    recent.push(signIns);
    if (recent.length > 3) recent.shift();
    waits.push(backlog / capacity);
    const signals: LoadSignals = {
      ...quiet,
      signInWaitMs: (1000 * backlog) / capacity,
      signInsPerSecond: recent.reduce((sum, n) => sum + n, 0) / recent.length,
      isQueued: waiting > 0,
    };
    rate = nextAdmissionRate(rate, signals, limits, { now: now * 1000, elapsedMs: 1000 });
  }
  return { seconds: waits.length, waits, letIn };
}

test.each([
  { capacity: 5, thinkS: 0, people: 1000 },
  { capacity: 25, thinkS: 0, people: 10_000 },
  { capacity: 25, thinkS: 4, people: 10_000 },
  { capacity: 200, thinkS: 2, people: 10_000 },
])(
  '$people people at a portal that bears $capacity a second, typing for $thinkS s',
  ({ capacity, thinkS, people }) => {
    const { seconds, waits, letIn } = rush({ capacity, thinkS, people });
    const steady = waits.slice(Math.floor(seconds / 4)).sort((a, b) => a - b);
    expect(letIn).toBe(people);
    // the portal uses at least three quarters of its capacity, however little was known of it at
    // first
    expect(seconds).toBeLessThan(people / capacity / 0.75 + 30);
    // a little over the longest wait of a sign-in: longer waits are sent back to the queue
    expect(steady[Math.floor(steady.length * 0.95)]).toBeLessThan(2.5);
  },
);
