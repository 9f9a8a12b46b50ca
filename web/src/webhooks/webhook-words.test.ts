import { expect, test } from '@jest/globals';
import type { Webhook, WebhookDelivery } from './api.ts';
import { attemptText, maySendAgain, stateOf, triesText } from './webhook-words.ts';

const webhook: Webhook = {
  webhookId: 1,
  url: 'https://example.com',
  events: ['registration.created'],
  active: true,
  description: null,
  createdBy: 'tech',
  createdAt: '2025-11-20T15:00:00Z',
  lastSuccess: null,
  failing: 0,
  failingSince: null,
  disabledWhy: null,
  secretEnds: 'abcd',
  oldSecretUntil: null,
};
const delivery: WebhookDelivery = {
  deliveryId: 'r1',
  messageId: 'msg_1',
  event: 'registration.created',
  state: 'queued',
  at: '2025-11-20T15:00:00Z',
  attempts: [],
  nextTry: null,
  body: {},
};
const attempt = { at: '2025-11-20T15:00:00Z', status: 500, ms: 12, error: 'No.', answer: '' };

test.each([
  { change: {}, words: 'On' },
  {
    change: { failingSince: '2025-11-20T15:00:00Z' },
    words: 'Failing since Thu, Nov 20, 2025, 10:00 AM ET',
  },
  {
    change: { active: false, disabledWhy: 'No success for 5 days.' },
    words: 'Off: No success for 5 days',
  },
  {
    change: { active: false, disabledWhy: 'Gone.', failingSince: '2025-11-20T15:00:00Z' },
    words: 'Off: Gone',
  },
])('an address with $change is $words', ({ change, words }) => {
  expect(stateOf({ ...webhook, ...change }).words).toBe(words);
});

test.each([
  { change: {}, words: '0 tries' },
  { change: { attempts: [attempt] }, words: '1 try' },
  {
    change: { attempts: [attempt, attempt], nextTry: '2025-11-20T15:05:00Z' },
    words: '2 tries, next Thu, Nov 20, 2025, 10:05 AM ET',
  },
])('describes tries as $words', ({ change, words }) => {
  expect(triesText({ ...delivery, ...change })).toBe(words);
});

test('a try tells its status, or why it failed', () => {
  expect(attemptText({ ...attempt, status: 204, error: null })).toBe('204 in 12 ms');
  expect(attemptText(attempt)).toBe('No. (12 ms)');
});

test('only what was delivered or has failed can be sent again', () => {
  const states = ['queued', 'sending', 'delivered', 'failed', 'dropped'] as const;
  expect(states.filter((state) => maySendAgain({ ...delivery, state }))).toEqual([
    'delivered',
    'failed',
  ]);
});
