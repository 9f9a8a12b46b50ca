import { expect, test } from '@jest/globals';
import {
  barRefusal,
  barredUntil,
  endOf,
  isBarred,
  type NewBar,
  NO_END,
  type SetBar,
  stateOf,
} from './bar-rules.ts';

const now = new Date('2026-03-02T15:00:00Z');
const bar = (about: Partial<SetBar> = {}): SetBar => ({
  levels: ['buying'],
  until: null,
  liftedAt: null,
  ...about,
});
const wanted: NewBar = { levels: ['buying'], until: null, reason: 'Unpaid' };

test('a bar ends at the end of its last day in New York', () => {
  const last = bar({ until: '2026-03-07' });
  // the night in which the clocks go forward
  expect(endOf(last)).toEqual(new Date('2026-03-08T05:00:00Z'));
  expect(stateOf(last, new Date('2026-03-08T04:59:59Z'))).toBe('in_force');
  expect(stateOf(last, new Date('2026-03-08T05:00:00Z'))).toBe('ended');
  expect(endOf(bar({ until: '2026-03-08' }))).toEqual(new Date('2026-03-09T04:00:00Z'));
  expect(stateOf(bar({ liftedAt: now }), now)).toBe('lifted');
});

test('bars add up, level by level; lifted and ended ones do not count', () => {
  const bars = [
    bar({ levels: ['buying', 'booking'], until: '2026-03-10' }),
    bar({ levels: ['buying'], until: '2026-03-20' }),
    bar({ levels: ['booking'], until: '2026-03-30', liftedAt: now }),
    bar({ levels: ['sign_in'], until: '2026-03-01' }),
  ];
  expect(barredUntil(bars, now)).toEqual({
    buying: new Date('2026-03-21T04:00:00Z'),
    booking: new Date('2026-03-11T04:00:00Z'),
    sign_in: null,
  });
  expect(barredUntil([...bars, bar()], now).buying).toEqual(NO_END);
  expect(barredUntil([], now)).toEqual({ buying: null, booking: null, sign_in: null });
});

test('something is barred until its end, not at it', () => {
  expect(isBarred(null, now)).toBe(false);
  expect(isBarred(now, now)).toBe(false);
  expect(isBarred(new Date(+now + 1), now)).toBe(true);
});

test.each<{ what: string; about: Partial<NewBar>; code: string | undefined }>([
  { what: 'without end', about: {}, code: undefined },
  { what: 'until tomorrow', about: { until: '2026-03-03' }, code: undefined },
  { what: 'until today', about: { until: '2026-03-02' }, code: 'invalid' },
  { what: 'for ten years', about: { until: '2036-03-02' }, code: undefined },
  { what: 'for longer', about: { until: '2036-03-03' }, code: 'invalid' },
  { what: 'until no day', about: { until: '2026-02-30' }, code: 'invalid' },
  { what: 'from nothing', about: { levels: [] }, code: 'invalid' },
  { what: 'with a short reason', about: { reason: 'no' }, code: 'invalid' },
  { what: 'with a long reason', about: { reason: 'x'.repeat(501) }, code: 'invalid' },
])('a bar $what: $code', ({ about, code }) => {
  expect(barRefusal({ ...wanted, ...about }, [], now)?.code).toBe(code);
});

test('a second bar of the same levels is refused while the first is in force', () => {
  const refused = (bars: SetBar[]) => barRefusal(wanted, bars, now)?.code;
  expect(refused([bar({ until: '2026-12-31' })])).toBe('already_barred');
  expect(refused([bar({ levels: ['buying', 'booking'] })])).toBeUndefined();
  expect(refused([bar({ liftedAt: now }), bar({ until: '2026-03-01' })])).toBeUndefined();
});
