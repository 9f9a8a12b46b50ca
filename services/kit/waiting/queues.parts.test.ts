import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asStaff, freshDatabase, refusalOf, type TestDatabase } from '@portal/kit/testing';
import { type Queues, waitingHandlers } from './queues.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('schools');
  await db.run`
    INSERT INTO mail (id, key, recipient, subject, body_text, body_html, created_at, dead_at)
    VALUES (gen_random_uuid(), 'refused', 'a@student.test', 'Welcome', '', '',
        '2026-11-02T12:00:00Z', '2026-11-07T12:00:00Z'),
      (gen_random_uuid(), 'waiting', 'b@student.test', 'Welcome', '', '', now(), NULL)`;
  await db.run`
    INSERT INTO dead_letter (consumer, event_id, type, payload, error, dead_at)
    VALUES ('schools', gen_random_uuid(), 'registration.cancelled', '{}', 'Error: no such row',
        '2026-11-03T12:00:00Z'),
      ('schools', gen_random_uuid(), 'registration.cancelled', '{}', 'tried again', NULL)`;
});
afterAll(() => db.drop());

const own: Queues = {
  low_balances: {
    permission: 'school_balance.read',
    count: async () => ({ count: 2, oldest: null }),
    list: async () => [{ since: null, what: 'Bais Rivka', why: 'Balance $3', schoolId: 151 }],
  },
};
const { countWaiting, listQueue } = waitingHandlers(own);
const as = (...roles: string[]) => asStaff(db, roles);
const keysOf = async (...roles: string[]) =>
  (await countWaiting.handle({}, as(...roles))).queues.map(({ key }) => key).sort();

test.each([
  [['ROLE_ADMIN'], ['low_balances', 'mails_refused']],
  [['ROLE_SUPER_ADMIN'], ['low_balances', 'mails_refused']],
  [['ROLE_TECH_SUPPORT'], ['events_set_aside', 'mails_refused', 'webhooks_failing']],
  [['ROLE_SUPPORT'], ['events_set_aside', 'mails_refused']],
  [['ROLE_ADVISOR'], ['mails_refused']],
  [['ROLE_ADVISOR_ADMIN'], ['mails_refused']],
  [
    ['ROLE_ADMIN', 'ROLE_SUPPORT'],
    ['events_set_aside', 'low_balances', 'mails_refused'],
  ],
])('%j sees only the permitted queues', async (roles, keys) => {
  expect(await keysOf(...roles)).toEqual(keys);
});

test('counts abandoned emails and set-aside events, with the age of the oldest', async () => {
  const { queues } = await countWaiting.handle({}, as('ROLE_SUPPORT'));

  expect(queues).toEqual([
    { key: 'events_set_aside', count: 1, oldest: new Date('2026-11-03T12:00:00Z') },
    { key: 'mails_refused', count: 1, oldest: new Date('2026-11-02T12:00:00Z') },
  ]);
});

test('lists the counted rows of a queue, with subject and reason', async () => {
  const ask = async (key: string, role: string) =>
    (await listQueue.handle({ key, limit: 10 }, as(role))).rows;

  expect(await ask('mails_refused', 'ROLE_ADVISOR')).toMatchObject([
    { what: 'Welcome', why: 'to a@student.test' },
  ]);
  expect(await ask('events_set_aside', 'ROLE_SUPPORT')).toMatchObject([
    { what: 'registration.cancelled for schools', why: 'Error: no such row' },
  ]);
  expect(await ask('low_balances', 'ROLE_ADMIN')).toMatchObject([{ schoolId: 151 }]);
  expect(await ask('of_another_service', 'ROLE_ADMIN')).toEqual([]);
});

test('the rows of a queue of others are refused', async () => {
  const requests = [
    listQueue.handle({ key: 'low_balances', limit: 10 }, as('ROLE_SUPPORT')),
    listQueue.handle({ key: 'events_set_aside', limit: 10 }, as('ROLE_ADMIN')),
  ];

  for (const one of requests) expect((await refusalOf(one)).code).toBe('forbidden');
});
