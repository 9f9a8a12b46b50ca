import { expect, test } from '@jest/globals';
import { daysOf, firstDays, stepOf, wrongDays } from '../chart-days.ts';
import { ageText, nameText, pointText } from './chart-texts.ts';
import { latestPoint, presentPoint, walk } from './walk-points.ts';

const point = (x: string) => ({ x, y: 1, href: '/' });
const series = [
  { name: 'CIS', points: ['2026-11-01', '2026-11-02', '2026-11-05'].map(point) },
  { name: 'none', points: [] },
  { name: 'TAL', points: ['2026-11-01', '2026-11-04'].map(point) },
];

test.each([
  ['ArrowRight', { series: 0, point: 0 }, { series: 0, point: 1 }],
  ['ArrowRight', { series: 0, point: 2 }, { series: 0, point: 2 }],
  ['ArrowLeft', { series: 0, point: 0 }, { series: 0, point: 0 }],
  ['Home', { series: 0, point: 2 }, { series: 0, point: 0 }],
  ['End', { series: 2, point: 0 }, { series: 2, point: 1 }],
  // to the point that is nearest in time, over series without any
  ['ArrowDown', { series: 0, point: 2 }, { series: 2, point: 1 }],
  ['ArrowUp', { series: 2, point: 0 }, { series: 0, point: 0 }],
  ['ArrowUp', { series: 0, point: 1 }, { series: 0, point: 1 }],
])('%s leads from %j to %j', (key, from, to) => {
  expect(walk(series, from, key)).toEqual(to);
});

test('other keys are no keys of charts', () => {
  expect(walk(series, { series: 0, point: 0 }, 'Enter')).toBeNull();
});

test('starts at the latest point, and falls back to it when a point disappears', () => {
  expect(latestPoint(series)).toEqual({ series: 0, point: 2 });
  expect(latestPoint([{ name: 'none', points: [] }])).toBeNull();
  expect(presentPoint(series, { series: 2, point: 1 })).toEqual({ series: 2, point: 1 });
  expect(presentPoint(series, { series: 2, point: 7 })).toEqual({ series: 0, point: 2 });
});

test('a point is read out by name, day and value in its unit', () => {
  const at = (y: number, of?: number) => ({ x: '2026-11-24', y, href: '/', ...(of ? { of } : {}) });
  expect(nameText('Monsey', at(1))).toBe('Monsey, Nov 24, 2026: ');
  expect(pointText('count', at(1200))).toBe('1,200');
  expect(pointText('money', at(-1554))).toBe('−$1,554.00');
  expect(pointText('percent', at(83.3, 120))).toBe('83.3% of 120');
});

test.each([
  ['2026-11-24T11:59:00Z', '1 min'],
  ['2026-11-24T07:00:00Z', '5 h'],
  ['2026-11-21T12:00:00Z', '3 days'],
  ['2026-11-24T12:00:05Z', '0 min'],
])('an item waiting since %s has waited %s', (since, text) => {
  expect(ageText(since, new Date('2026-11-24T12:00:00Z'))).toBe(text);
});

test.each([
  ['', { span: '30', from: '2026-10-28', to: '2026-11-26' }],
  ['days=7', { span: '7', from: '2026-11-20', to: '2026-11-26' }],
  ['days=90', { span: '90', from: '2026-08-29', to: '2026-11-26' }],
  ['days=9000', { span: '30', from: '2026-10-28', to: '2026-11-26' }],
  ['from=2026-01-01&to=2026-02-01', { span: 'own', from: '2026-01-01', to: '2026-02-01' }],
  ['from=2026-02-31&to=2026-03-05', { span: '30', from: '2026-10-28', to: '2026-11-26' }],
  ['from=nonsense&to=2026-02-01', { span: '30', from: '2026-10-28', to: '2026-11-26' }],
])('the address "%s" shows %j', (address, days) => {
  expect(daysOf(new URLSearchParams(address), '2026-11-26')).toEqual(days);
});

test.each([
  ['2026-10-27', '2026-11-26', 'day'],
  ['2026-10-26', '2026-11-26', 'week'],
  ['2025-11-27', '2026-11-26', 'month'],
] as const)('%s to %s are shown by %s', (from, to, step) => {
  expect(stepOf({ from, to })).toBe(step);
});

test.each([
  ['2026-03-07', '2026-03-09', 'day', ['03-07', '03-08', '03-09']],
  // a Wednesday to a Tuesday: weeks begin on Sunday, as those of the server do
  ['2026-11-04', '2026-11-17', 'week', ['11-04', '11-08', '11-15']],
  ['2026-11-01', '2026-11-07', 'week', ['11-01']],
  ['2026-01-31', '2026-03-01', 'month', ['01-31', '02-01', '03-01']],
  ['2026-11-10', '2026-11-10', 'month', ['11-10']],
] as const)('%s to %s have the points of each %s', (from, to, step, days) => {
  expect(firstDays({ from, to }, step).map((day) => day.slice(5))).toEqual(days);
});

test("days of one's own are in order and a year at most", () => {
  expect(wrongDays({ from: '2026-01-02', to: '2026-01-01' })).toBe(
    'The end date is before the start date.',
  );
  expect(wrongDays({ from: '2026-01-01', to: '2026-01-01' })).toBeNull();
  expect(wrongDays({ from: '2024-01-01', to: '2024-12-31' })).toBeNull();
  expect(wrongDays({ from: '2024-01-01', to: '2025-01-01' })).toBe('Please choose a shorter time.');
});
