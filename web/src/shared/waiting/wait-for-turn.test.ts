import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { api, send } from '../api/client.ts';
import { fakePortal } from '../testing.tsx';

const login = { email: 'dana@student.test', password: 'Study4JSE!' };
const wait = { status: 429, code: 'waiting_room', detail: 'Please wait a moment.' };
const waiting = (ahead: number, waitSeconds: number | null) => ({
  answer: { state: 'waiting', ahead, waitSeconds, pollSeconds: 3 },
});
const open = { answer: { state: 'open', ahead: null, waitSeconds: null, pollSeconds: null } };

beforeAll(() => {
  // jsdom has no modal dialogs
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

afterEach(() => void jest.restoreAllMocks());

const textNow = (): string => document.querySelector('dialog')?.textContent ?? '';

test('a queued call shows its position, and is repeated when it is its turn', async () => {
  const texts: string[] = [];
  const later = globalThis.setTimeout;
  // between two looks no time passes here; other timers, such as that of a call, are left alone
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((next: () => void, ms: number) => {
    if (ms !== 3000 && ms !== 10_000) return later(next, ms);
    texts.push(textNow());
    queueMicrotask(next);
    return 0;
  }) as never);
  const got = fakePortal({
    [api.login.path]: [wait, { answer: { student: { id: 12 }, roles: [] } }],
    [api.waitInLine.path]: [waiting(41, null), 'lost', waiting(1, 90), waiting(0, 5), open],
  });

  await expect(send(api.login, login)).resolves.toMatchObject({ student: { id: 12 } });

  expect(got.filter(({ path }) => path === api.login.path).map(({ body }) => body)).toEqual([
    login,
    login,
  ]);
  expect(texts).toEqual([
    expect.stringMatching(/At most 41 people are before you\..*cannot say yet/),
    expect.stringMatching(/At most 41 people.*did not answer just now/),
    expect.stringMatching(/At most 1 person is before you\..*about 2 minutes/),
    expect.stringMatching(/You are next\..*less than a minute/),
  ]);
  expect(document.querySelector('dialog')).toBeNull();
});

test('calls that wait at the same time wait together', async () => {
  const got = fakePortal({
    [api.login.path]: [wait, { answer: {} }],
    [api.checkStudentId.path]: [wait, { answer: {} }],
    [api.waitInLine.path]: [open],
  });
  await Promise.all([
    send(api.login, login),
    send(api.checkStudentId, { dob: '2004-04-15', ssn: '4321' }),
  ]);
  expect(got.filter(({ path }) => path === api.waitInLine.path)).toHaveLength(1);
});
