import { expect, test } from '@jest/globals';
import type { CallOptions } from '@portal/kit/grpc/client';
import { Activity } from '@portal/proto/portal/activity/v1/activity';
import type { AppContext } from '../app-context.ts';
import { historyOf } from './activity.ts';

const anActivity = (recordId: number, text: string) =>
  Activity.fromPartial({
    recordId,
    text,
    loginName: 'rivka',
    op: 'update',
    table: 'student',
    count: 2,
    at: new Date('2026-03-02T15:12:00Z'),
  });

/** Services that record their requests. */
function services() {
  const requests: unknown[] = [];
  const saying = (text: string) => ({
    activity: {
      listActivity: async (request: unknown) => {
        requests.push(request);
        return { activities: [anActivity(12, `${text} 12`), anActivity(13, `${text} 13`)] };
      },
    },
  });
  const context = {
    identity: saying('student'),
    registration: saying('registration'),
    payments: saying('package'),
  } as unknown as AppContext;
  return { requests, context };
}
const by = (role: string) =>
  ({ actor: { kind: 'staff', id: 1, roles: [role], name: 'rivka', via: 'bff' } }) as CallOptions;

test('each record has its own lines, of the service that keeps it', async () => {
  const { requests, context } = services();
  const history = await historyOf([12, 13], by('ROLE_ADMIN'), context);
  expect(requests).toEqual(Array.from({ length: 3 }, () => ({ studentIds: [12, 13] })));
  expect(history.student(12)).toEqual([
    {
      loginname: 'rivka',
      stamp: '2026-03-02T15:12:00.000Z',
      op: 'update',
      tname: 'student',
      querysql: 'student 12',
      count: 2,
    },
  ]);
  expect(history.registration(13).map(({ querysql }) => querysql)).toEqual(['registration 13']);
  expect(history.package(12).map(({ querysql }) => querysql)).toEqual(['package 12']);
  expect(history.package(14)).toEqual([]);
});

test.each([
  { who: 'an advisor', role: 'ROLE_ADVISOR', students: 1 },
  { who: 'tech support', role: 'ROLE_TECH_SUPPORT', students: 1 },
  { who: 'an admin of a long list', role: 'ROLE_ADMIN', students: 21 },
])('$who causes no calls, and every record has no lines', async ({ role, students }) => {
  const { requests, context } = services();
  const ids = Array.from({ length: students }, (_, index) => index + 12);
  const history = await historyOf(ids, by(role), context);
  expect(requests).toEqual([]);
  expect([history.student(12), history.registration(12), history.package(12)]).toEqual([
    [],
    [],
    [],
  ]);
});
