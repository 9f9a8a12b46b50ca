import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fakePortal } from '../testing.tsx';
import { api, CallFailure, KeyPerTry, onFailure, send, sendWithKey } from './client.ts';

const forgot = api.forgotPasswordRequest;
const register = api.onlineExamRegistration;
const sessions = api.getOpenedSessions;

const realFetch = globalThis.fetch;
beforeEach(() => {
  globalThis.fetch = realFetch;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const failure = async (attempt: Promise<unknown>): Promise<CallFailure> => {
  const reason = await attempt.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(reason instanceof CallFailure)) throw new Error('The call did not fail as a call');
  return reason;
};
const full = {
  status: 409,
  code: 'not_enough_credits',
  detail: 'You do not have enough credits for this exam.',
  missing: 2,
};

test('a call carries the path and the body of the contract and gives the answer', async () => {
  const got = fakePortal({ '/api/forgotPasswordRequest': { answer: { message: 'Sent' } } });

  await expect(send(forgot, { email: 'dana@student.test' })).resolves.toEqual({ message: 'Sent' });

  const body = { email: 'dana@student.test' };
  expect(got).toEqual([{ path: '/api/forgotPasswordRequest', query: {}, body, key: null }]);
});

test('the input of a GET becomes the query, without what was not given', async () => {
  const requests: string[] = [];
  globalThis.fetch = async (address) => {
    requests.push(String(address));
    return new Response('[]');
  };

  await send(sessions, { locationId: 13, student_id: undefined });
  await send(sessions, {});

  expect(requests).toEqual(['/api/getOpenedSessions?locationId=13', '/api/getOpenedSessions']);
});

test('a refusal throws with the sentence, the code and the fields of the problem', async () => {
  fakePortal({ '/api/onlineExamRegistration': full });

  const refused = await failure(send(register, { examId: 7 }));

  expect(refused.message).toBe('You do not have enough credits for this exam.');
  expect([refused.status, refused.code, refused.problem.missing, refused.isFinal]).toEqual([
    409,
    'not_enough_credits',
    2,
    true,
  ]);
});

test.each([
  {
    lost: 'an answer that never came',
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    status: 0,
  },
  { lost: 'an answer cut off half-way', fetch: async () => new Response('{"mess'), status: 0 },
  {
    lost: 'a page of a proxy',
    fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    status: 502,
  },
])('$lost says so in plain words and decides nothing', async ({ fetch, status }) => {
  globalThis.fetch = fetch;

  const lost = await failure(send(forgot, { email: 'dana@student.test' }));

  expect([lost.status, lost.isFinal]).toEqual([status, false]);
  expect(lost.message).toMatch(/try again\.$/);
});

test('a failed partner ends the try, so that the next call reaches the partner again', async () => {
  fakePortal({
    '/api/onlineExamRegistration': {
      status: 502,
      code: 'partner_failed',
      detail: 'Error sending transcript request.',
    },
  });
  const keys = new KeyPerTry();
  const what = register.path + JSON.stringify({ examId: 7 });
  const before = keys.keyFor(what);
  await failure(sendWithKey(register, { examId: 7 }, keys));
  expect(keys.keyFor(what)).not.toBe(before);
});

test.each([
  { final: true, isNew: true },
  { final: undefined, isNew: false },
] as const)(
  'a proctor who could not be booked (final: $final): asking again is another try: $isNew',
  async ({ final, isNew }) => {
    fakePortal({
      '/api/onlineExamRegistration': { status: 502, code: 'proctor_failed', detail: '', final },
    });
    const keys = new KeyPerTry();
    const what = register.path + JSON.stringify({ examId: 7 });
    const before = keys.keyFor(what);
    await failure(sendWithKey(register, { examId: 7 }, keys));
    expect(keys.keyFor(what) !== before).toBe(isNew);
  },
);

test('reports a failure to listeners until they unsubscribe', async () => {
  fakePortal({
    '/api/onlineExamRegistration': {
      status: 401,
      code: 'session_over',
      detail: 'Your session is over.',
    },
  });
  const statuses: number[] = [];
  const stop = onFailure(({ status }) => statuses.push(status));

  await failure(send(register, { examId: 7 }));
  stop();
  await failure(send(register, { examId: 7 }));

  expect(statuses).toEqual([401]);
});

test('of an exam session that is over it says what the portal said', async () => {
  fakePortal({
    '/api/onlineExamRegistration': {
      status: 409,
      code: 'session_over',
      detail: 'This session is over.',
    },
  });
  const over = await failure(send(register, { examId: 7 }));
  expect(over.message).toBe('This session is over.');
});

test('without an answer the call repeats with its key, and one answer is returned', async () => {
  const got = fakePortal({
    '/api/onlineExamRegistration': [
      'lost',
      { status: 503, code: 'unavailable', detail: '' },
      { answer: { exam: null } },
    ],
  });

  await sendWithKey(register, { examId: 7 }, new KeyPerTry(), [0, 0]);

  expect(got).toHaveLength(3);
  expect(got[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(got.map(({ key }) => key)).size).toBe(1);
});

test('it goes out again when the server said that it may, and not before', async () => {
  let requests = 0;
  globalThis.fetch = async () => {
    requests += 1;
    if (requests > 1) return Response.json({ exam: null });
    return Response.json(
      { code: 'unavailable', detail: '' },
      { status: 503, headers: { 'retry-after': '0.3' } },
    );
  };
  const waits = jest.spyOn(globalThis, 'setTimeout');

  await sendWithKey(register, { examId: 7 }, new KeyPerTry(), [0]);

  expect(waits.mock.calls.map(([, ms]) => ms)).toContain(300);
  waits.mockRestore();
});

test.each([
  { said: '2', ms: 2000 },
  { said: '86400', ms: 10_000 },
  { said: 'Wed, 21 Oct 2026 07:28:00 GMT', ms: 0 },
  { said: '-3', ms: 0 },
])('Retry-After: $said is $ms ms', async ({ said, ms }) => {
  globalThis.fetch = async () =>
    new Response('{}', { status: 503, headers: { 'retry-after': said } });
  expect((await failure(send(forgot, { email: 'dana@student.test' }))).retryAfterMs).toBe(ms);
});

test('when the person tries again after no answer, the key is still the same', async () => {
  const got = fakePortal({ '/api/onlineExamRegistration': ['lost', { answer: { exam: null } }] });
  const keys = new KeyPerTry();

  await failure(sendWithKey(register, { examId: 7 }, keys, []));
  await sendWithKey(register, { examId: 7 }, keys, []);

  expect(got[1]?.key).toBe(got[0]?.key);
});

test('a first call that is still running is repeated with its key', async () => {
  const running = {
    status: 409,
    code: 'request_in_progress',
    detail: 'This request is still running. Please wait.',
  };
  const got = fakePortal({
    '/api/onlineExamRegistration': [running, running, { answer: { exam: null } }],
  });

  await sendWithKey(register, { examId: 7 }, new KeyPerTry(), [0, 0]);

  expect(new Set(got.map(({ key }) => key)).size).toBe(1);
});

test.each([
  { ended: 'a refusal', first: full },
  { ended: 'an answer', first: { answer: { exam: null } } },
])('after $ended the next try has a key of its own', async ({ first }) => {
  const got = fakePortal({ '/api/onlineExamRegistration': [first, { answer: { exam: null } }] });
  const keys = new KeyPerTry();

  await sendWithKey(register, { examId: 7 }, keys, []).catch(() => {});
  await sendWithKey(register, { examId: 7 }, keys, []);

  expect(got[1]?.key).not.toBe(got[0]?.key);
});

test('something else has a key of its own, also after no answer', async () => {
  const got = fakePortal({ '/api/onlineExamRegistration': ['lost', { answer: { exam: null } }] });
  const keys = new KeyPerTry();

  await failure(sendWithKey(register, { examId: 7 }, keys, []));
  await sendWithKey(register, { examId: 8 }, keys, []);

  expect(got[1]?.key).not.toBe(got[0]?.key);
});
