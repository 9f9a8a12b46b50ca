import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { FakeEventSource } from '../../shared/live/testing/fake-event-source.ts';
import { listen } from './listen.ts';

const got: string[] = [];
let stop = () => {};
let uninstall = () => {};
let hidden = false;
Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });

beforeEach(() => {
  jest.useFakeTimers();
  uninstall = FakeEventSource.install();
  got.length = 0;
  hidden = false;
  stop = listen({
    onChanged: (topics) => got.push(topics.join('+')),
    onRefresh: () => got.push('refresh'),
    onOver: () => got.push('over'),
  });
});
afterEach(() => {
  stop();
  uninstall();
  jest.useRealTimers();
});

const pass = (seconds: number) => jest.advanceTimersByTime(seconds * 1000);
const opened = () => FakeEventSource.opened;
function listening(): FakeEventSource {
  pass(1);
  FakeEventSource.last.says('ready');
  return FakeEventSource.last;
}
function turn(isHidden: boolean): void {
  hidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
}
const ageOf = ({ url }: FakeEventSource) =>
  Number(new URL(url, 'http://portal.test').searchParams.get('age'));

test('it opens after the page has loaded, and says how old the page is by then', () => {
  expect(opened()).toEqual([]);
  pass(1);
  expect(opened().map(({ url }) => url)).toEqual(['/api/events?age=1000']);
});

test('passes changes on, and does not poll while the stream is open', () => {
  const stream = listening();
  stream.says('changed', { topics: ['exams', 'sessions'] });
  for (let n = 0; n < 10; n++) {
    pass(20);
    stream.says('beat');
  }
  expect(got).toEqual(['exams+sessions']);
  expect(opened()).toHaveLength(1);
});

test('reopens a failed stream with growing pauses, and polls every 30 seconds until then', () => {
  pass(1);
  for (const atMost of [1, 2, 4, 8]) {
    const before = opened().length;
    FakeEventSource.last.onerror?.();
    expect(FakeEventSource.last.isClosed).toBe(true);
    pass(atMost / 2 - 0.01);
    expect(opened()).toHaveLength(before);
    pass(atMost / 2 + 0.02);
    expect(opened()).toHaveLength(before + 1);
  }
  pass(45);
  expect(got).toEqual(['refresh', 'refresh']);
});

test('a reopened stream requests only the changes since the last event', () => {
  const stream = listening();
  pass(10);
  stream.says('beat');
  pass(5);
  stream.onerror?.();
  pass(1);
  const age = ageOf(FakeEventSource.last);
  expect(age).toBeGreaterThanOrEqual(5000);
  expect(age).toBeLessThanOrEqual(6000);
});

test('a stream that has gone silent is taken for dead', () => {
  const stream = listening();
  pass(61);
  expect(stream.isClosed).toBe(true);
  expect(opened().length).toBeGreaterThan(1);
});

test('the page polls until a refresh while the portal itself gets no events', () => {
  const stream = listening();
  stream.says('away');
  pass(20);
  stream.says('beat');
  pass(11);
  expect(got).toEqual(['refresh']);
  stream.says('refresh');
  for (let n = 0; n < 4; n++) {
    pass(20);
    stream.says('beat');
  }
  expect(got).toEqual(['refresh', 'refresh']);
});

test('a hidden page does not poll and closes its stream; it reopens one when shown', () => {
  const stream = listening();
  turn(true);
  pass(9);
  expect(stream.isClosed).toBe(false);
  pass(2);
  expect(stream.isClosed).toBe(true);
  pass(300);
  expect(got).toEqual([]);
  expect(opened()).toHaveLength(1);
  turn(false);
  pass(0);
  expect(opened()).toHaveLength(2);
  expect(ageOf(FakeEventSource.last)).toBeGreaterThan(300_000);
});

test('a short look at another tab changes nothing', () => {
  const stream = listening();
  turn(true);
  pass(5);
  turn(false);
  pass(30);
  expect([stream.isClosed, opened().length]).toEqual([false, 1]);
});

test('a page unused for ten minutes stops polling, and resumes when it is used', () => {
  pass(1);
  FakeEventSource.last.says('away');
  for (let n = 0; n < 40; n++) {
    pass(20);
    FakeEventSource.last.says('beat');
  }
  const requests = got.length;
  expect(requests).toBe(20);
  window.dispatchEvent(new Event('keydown'));
  pass(31);
  expect(got.length).toBe(requests + 1);
});

test('when the session is over it stops for good', () => {
  const stream = listening();
  stream.says('over');
  expect([got, stream.isClosed]).toEqual([['over'], true]);
  pass(600);
  expect([got, opened().length]).toEqual([['over'], 1]);
});

test('a page that is left closes its stream at once', () => {
  const stream = listening();
  window.dispatchEvent(new Event('pagehide'));
  expect(stream.isClosed).toBe(true);
  window.dispatchEvent(new Event('pageshow'));
  pass(0);
  expect(opened()).toHaveLength(2);
});

test('in a browser without event streams the page asks every 30 seconds', () => {
  stop();
  (globalThis as { EventSource?: unknown }).EventSource = undefined;
  stop = listen({ onChanged: () => {}, onRefresh: () => got.push('refresh'), onOver: () => {} });
  pass(61);
  expect(got).toEqual(['refresh', 'refresh']);
});
