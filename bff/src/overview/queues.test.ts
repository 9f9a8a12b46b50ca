import { expect, test } from '@jest/globals';
import { unavailable } from '@portal/kit/errors';
import type { WaitingRow } from '@portal/proto/portal/waiting/v1/waiting';
import { askAll, hrefOfRow, mergeQueues } from './queues.ts';

test('a queue that several services have is one, as old as the oldest in it', () => {
  const queues = mergeQueues([
    { key: 'mails_refused', count: 2, oldest: new Date('2026-11-20T10:00:00Z') },
    { key: 'refunds_refused', count: 1, oldest: new Date('2026-11-25T10:00:00Z') },
    { key: 'mails_refused', count: 1, oldest: new Date('2026-11-10T10:00:00Z') },
    { key: 'mails_refused', count: 0, oldest: undefined },
    { key: 'of_a_later_release', count: 4, oldest: undefined },
  ]);

  expect(queues).toEqual([
    {
      key: 'refunds_refused',
      text: 'Refunds refused',
      count: 1,
      oldest: '2026-11-25T10:00:00.000Z',
      href: '/admin/overview/waiting?queue=refunds_refused',
    },
    {
      key: 'mails_refused',
      text: 'Mails refused',
      count: 3,
      oldest: '2026-11-10T10:00:00.000Z',
      href: '/admin/overview/waiting?queue=mails_refused',
    },
  ]);
});

const row: WaitingRow = {
  since: undefined,
  what: '',
  why: '',
  studentId: undefined,
  sessionId: undefined,
  schoolId: undefined,
};
test.each([
  ['grades_waiting', { studentId: 2101 }, '/admin/student/2101'],
  ['low_balances', { schoolId: 151 }, '/admin/school-account?school=151'],
  ['mails_refused', {}, null],
  ['accommodations_without_room', { studentId: 2101, sessionId: 7 }, '/admin/session/7'],
  ['differences_open', { what: '2026-11-24, TTI' }, '/admin/payments/2026-11-24/TTI'],
] as const)('a row of %s leads where it is worked on', (key, about, href) => {
  expect(hrefOfRow(key, { ...row, ...about })).toBe(href);
});

test('an unavailable service is named, and the others answer', async () => {
  const { answers, missing } = await askAll(async (service) => {
    if (service === 'payments') throw unavailable();
    return service;
  });

  expect(missing).toEqual(['payments']);
  expect(answers).toHaveLength(6);
});

test('all services away, or an error of one, fail the call', async () => {
  await expect(
    askAll(async () => {
      throw unavailable();
    }),
  ).rejects.toMatchObject({ status: 503 });
  await expect(
    askAll(async (service) => {
      if (service === 'catalog') throw new TypeError('a bug');
      return service;
    }),
  ).rejects.toThrow('a bug');
});
