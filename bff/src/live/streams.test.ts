import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import type { LiveEvent } from '@portal/contract/live';
import type { DomainError } from '@portal/kit/errors';
import { createLiveStreams, type LiveStreams, type OpenPage } from './streams.ts';

const MINUTE = 60_000;
let now = 1_000_000_000;
let live: LiveStreams;
jest.useFakeTimers();
afterAll(() => void jest.useRealTimers());
afterEach(() => live.stop());

/** Streams that hear since long ago. */
function hearing(): LiveStreams {
  live = createLiveStreams(() => now);
  live.setHearing(true);
  now += 10 * MINUTE;
  return live;
}

function aPage(
  student: number,
  {
    sid = `sid of ${student}`,
    since = null as number | null,
    kind = 'student' as 'student' | 'staff',
  } = {},
) {
  const got: [LiveEvent, object][] = [];
  const state = { signedIn: true as boolean | null, ended: false };
  const page: OpenPage = {
    subject: student,
    account: { kind, id: student },
    sid,
    send: (event, data) => void got.push([event, data]),
    end: () => {
      state.ended = true;
    },
    isSignedIn: async () => state.signedIn,
  };
  const leave = live.open(page, since);
  return { page: state, got, leave, events: () => got.map(([event]) => event) };
}

const soon = () => jest.advanceTimersByTimeAsync(50);
const aBeat = () => jest.advanceTimersByTimeAsync(20_000);

test('a change reaches every open page of the student and no other', async () => {
  hearing();
  const [one, other, stranger] = [aPage(12), aPage(12, { sid: 'another browser' }), aPage(13)];
  live.notify(12, ['exams', 'sessions']);
  await soon();
  for (const { got } of [one, other])
    expect(got).toEqual([
      ['ready', {}],
      ['changed', { topics: ['exams', 'sessions'] }],
    ]);
  expect(stranger.events()).toEqual(['ready']);
});

test('nearly simultaneous changes are sent once', async () => {
  hearing();
  const { got } = aPage(12);
  live.notify(12, ['credits']);
  live.notify(12, ['exams', 'credits']);
  live.notify('everybody', ['exams']);
  await soon();
  expect(got.slice(1)).toEqual([
    ['changed', { topics: ['credits', 'exams'] }],
    ['changed', { topics: ['exams'] }],
  ]);
});

test('a disconnected page gets no change', async () => {
  hearing();
  const { leave, events } = aPage(12);
  live.notify(12, ['exams']);
  leave();
  await soon();
  expect(events()).toEqual(['ready']);
});

test('a reconnected page gets only the changes that it missed', () => {
  hearing();
  live.notify(12, ['cards']);
  now += MINUTE;
  live.notify(12, ['exams']);
  live.notify(13, ['credits']);
  now += MINUTE / 2;
  expect(aPage(12, { since: now - MINUTE / 2 }).got).toEqual([
    ['ready', {}],
    ['changed', { topics: ['exams'] }],
  ]);
  expect(aPage(14, { since: now - MINUTE }).events()).toEqual(['ready']);
  expect(aPage(12).events()).toEqual(['ready']);
});

test.each([
  { what: 'longer than anything is kept', since: () => now - 3 * MINUTE },
  { what: 'since before changes were heard', since: () => now - 30_000, restart: true },
])('a client disconnected $what reloads, since anything may have changed', ({ since, restart }) => {
  hearing();
  if (restart) {
    live.setHearing(false);
    live.setHearing(true);
  }
  expect(aPage(12, { since: since() }).events()).toEqual(['ready', 'refresh']);
});

test('pages learn when changes are not received, and then that any may be missing', () => {
  hearing();
  const early = aPage(12);
  live.setHearing(false);
  const late = aPage(13, { since: now });
  live.setHearing(true);
  expect(early.events()).toEqual(['ready', 'away', 'refresh']);
  expect(late.events()).toEqual(['away', 'refresh']);
});

test('an expired session ends its page within a beat; an unknown one stays', async () => {
  hearing();
  const [over, unknown, fine] = [aPage(12), aPage(13), aPage(14)];
  over.page.signedIn = false;
  unknown.page.signedIn = null;
  await aBeat();
  expect(over.events()).toEqual(['ready', 'over']);
  expect([over.page.ended, unknown.page.ended, fine.page.ended]).toEqual([true, false, false]);
  expect([unknown.events(), fine.events()]).toEqual([
    ['ready', 'beat'],
    ['ready', 'beat'],
  ]);
  live.notify(12, ['exams']);
  await soon();
  expect(over.events()).toEqual(['ready', 'over']);
});

test('when an account is signed out its pages end at once, those of others stay', async () => {
  hearing();
  const [mine, others] = [aPage(12), aPage(13)];
  mine.page.signedIn = false;
  others.page.signedIn = false;
  await live.checkSessions({ kind: 'student', id: 12 });
  expect([mine.page.ended, others.page.ended]).toEqual([true, false]);
});

const refusal = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    return (error as DomainError).code;
  }
  return undefined;
};

test('a fifth page of one sign-in is refused, and let in when another has gone', () => {
  hearing();
  const [first] = [aPage(12), aPage(12), aPage(12), aPage(12)];
  expect(refusal(() => aPage(12))).toBe('too_many_streams');
  expect(refusal(() => aPage(12, { sid: 'another browser' }))).toBeUndefined();
  first?.leave();
  expect(refusal(() => aPage(12))).toBeUndefined();
});

test('many sign-ins of one account open no more than twelve pages', () => {
  hearing();
  for (let n = 0; n < 12; n++) aPage(12, { sid: `browser ${n}` });
  expect(refusal(() => aPage(12, { sid: 'one more' }))).toBe('too_many_streams');
  expect(refusal(() => aPage(12, { sid: 'staff', kind: 'staff' }))).toBeUndefined();
});

test('a portal that stops ends every page and takes none in', () => {
  hearing();
  const { page } = aPage(12);
  live.stop();
  expect(page.ended).toBe(true);
  expect(refusal(() => aPage(12))).toBe('unavailable');
});

test('students never hear of the notes that staff keep about them', async () => {
  hearing();
  const since = now;
  const [own, office] = [aPage(12), aPage(12, { kind: 'staff' })];
  live.notify(12, ['file']);
  await soon();
  live.notify(12, ['file', 'exams']);
  await soon();
  expect(own.got.slice(1)).toEqual([['changed', { topics: ['exams'] }]]);
  expect(office.got.slice(1)).toEqual([
    ['changed', { topics: ['file'] }],
    ['changed', { topics: ['file', 'exams'] }],
  ]);
  const late = aPage(12, { sid: 'another browser', since });
  expect(late.got.slice(1)).toEqual([['changed', { topics: ['exams'] }]]);
});
