import { expect, test } from '@jest/globals';
import type { EventType } from '@portal/kit/commands/command';
import { eventName } from '@portal/kit/commands/command';
import { reliesOn } from '@portal/kit/testing/events/message-pacts';
import * as catalog from '@portal/proto/catalog/v1/events';
import * as identity from '@portal/proto/identity/v1/events';
import * as payments from '@portal/proto/payments/v1/events';
import * as registration from '@portal/proto/registration/v1/events';
import * as schools from '@portal/proto/schools/v1/events';
import * as seminary from '@portal/proto/seminary/v1/events';
import { onPasswordChanged, onSignInBarred, onStaffAccessChanged } from '../events.ts';
import type { Sessions } from '../http/session/sessions.ts';
import { daysOf, followed, noticeOf } from './topics.ts';

const isEvent = (one: unknown): one is EventType<object> =>
  typeof one === 'object' && one !== null && '$type' in one;
const eventsOf = [catalog, identity, payments, registration, seminary]
  .flatMap((module) => Object.values(module) as unknown[])
  .filter(isEvent);
const isFollowed = (subject: string): boolean =>
  followed[subject.split('.')[0] as string]?.includes(subject) ?? false;

const isOfDays = (event: EventType<object>): boolean =>
  daysOf(eventName(event), { sessionId: 1234 }).length > 0;
const isOfStudent = (event: EventType<object>): boolean =>
  noticeOf(eventName(event), { studentId: 1234 })?.student === 1234;

const ofStudents = eventsOf.filter((event) => isFollowed(eventName(event)) && isOfStudent(event));
const ofDaysAlone = eventsOf.filter((event) => isOfDays(event) && !isOfStudent(event));

test('every event that open pages follow is one that a service declares', () => {
  const declared = new Set(eventsOf.map(eventName));
  const unknown = Object.values(followed)
    .flat()
    .filter((subject) => !declared.has(subject));
  expect(unknown).toEqual([]);
});

test.each(ofStudents.map((event) => [eventName(event), event] as const))(
  'open pages rely on the student of %s',
  async (subject, event) => {
    await reliesOn('bff', event, { studentId: 1234 }, async ({ data }) => {
      expect(noticeOf(subject, data)).toMatchObject({ student: 1234 });
    });
  },
);

test.each(ofDaysAlone.map((event) => [eventName(event), event] as const))(
  'the page of a session day relies on the session of %s',
  async (subject, event) => {
    await reliesOn('bff', event, { sessionId: 1234 }, async ({ data }) => {
      expect(daysOf(subject, data)).toEqual([1234]);
    });
  },
);

test('sessions end by the account of identity.password_changed', async () => {
  const account = { accountKind: 'student', accountId: 1234 };
  await reliesOn('bff', identity.PasswordChanged, account, async (message) => {
    const ended: unknown[] = [];
    const endAll = async (of: unknown) => void ended.push(of);
    await onPasswordChanged(message as never, { endAll } as unknown as Sessions);
    expect(ended).toEqual([{ kind: 'student', id: 1234 }]);
  });
});

test('sessions end by the user of identity.staff_access_changed', async () => {
  await reliesOn('bff', identity.StaffAccessChanged, { userId: 1234 }, async (message) => {
    const ended: unknown[] = [];
    const endAll = async (of: unknown) => void ended.push(of);
    await onStaffAccessChanged(message as never, { endAll } as unknown as Sessions);
    expect(ended).toEqual([{ kind: 'staff', id: 1234 }]);
  });
});

test('sessions end by the student of identity.sign_in_barred', async () => {
  await reliesOn('bff', identity.SignInBarred, { studentId: 1234 }, async (message) => {
    const ended: unknown[] = [];
    const endAll = async (of: unknown) => void ended.push(of);
    await onSignInBarred(message as never, { endAll } as unknown as Sessions);
    expect(ended).toEqual([{ kind: 'student', id: 1234 }]);
  });
});

const ofCatalogue = [
  ...Object.values(catalog as Record<string, unknown>).filter(isEvent),
  schools.SchoolChanged as EventType<object>,
];

test.each(ofCatalogue.map((event) => [eventName(event), event] as const))(
  'checks the catalogue in memory after any %s',
  async (subject, event) => {
    await reliesOn('bff', event, {}, async ({ data }) => {
      expect(noticeOf(subject, data)?.student ?? 'everybody').toBe('everybody');
    });
  },
);
