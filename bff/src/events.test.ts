import { expect, test } from '@jest/globals';
import { uuidv7 } from '@portal/kit/ids';
import { steadyNow } from '@portal/kit/steady-clock';
import { onPasswordChanged, onSignInBarred, onStaffAccessChanged } from './events.ts';
import { aStudentSession, memorySessions } from './testing/portal.ts';

test('a change of password ends older sessions; its repeat spares later ones', async () => {
  const sessions = memorySessions();
  await sessions.start(aStudentSession(12));
  await sessions.start(aStudentSession(13));
  const event = { id: uuidv7(), data: { accountKind: 'student', accountId: 12 } };
  await onPasswordChanged(event, sessions);
  expect([...sessions.held.values()].map(({ id }) => id)).toEqual([13]);
  sessions.held.set('later', { ...aStudentSession(12), startedAt: steadyNow().getTime() + 1000 });
  await onPasswordChanged(event, sessions);
  expect([...sessions.held.keys()]).toContain('later');
});

test('a session begun right after the change stays despite clock skew', async () => {
  const sessions = memorySessions();
  sessions.held.set('new', { ...aStudentSession(12), startedAt: steadyNow().getTime() - 500 });
  sessions.held.set('old', { ...aStudentSession(12), startedAt: steadyNow().getTime() - 5000 });
  const data = { accountKind: 'student', accountId: 12 };
  await onPasswordChanged({ id: uuidv7(), data }, sessions);
  expect([...sessions.held.keys()]).toEqual(['new']);
});

test('changed rights end sessions of that staff account, of no student', async () => {
  const sessions = memorySessions();
  await sessions.start(aStudentSession(12));
  await sessions.start({ ...aStudentSession(12), kind: 'staff' });
  await onStaffAccessChanged({ id: uuidv7(), data: { userId: 12 } }, sessions);
  expect([...sessions.held.values()].map(({ kind }) => kind)).toEqual(['student']);
  await onStaffAccessChanged({ id: uuidv7(), data: { userId: '12' } }, sessions);
  expect(sessions.held.size).toBe(1);
});

test('a bar on signing in ends the student’s sessions but no later ones', async () => {
  const sessions = memorySessions();
  await sessions.start(aStudentSession(12));
  await sessions.start({ ...aStudentSession(12), kind: 'staff' });
  const event = { id: uuidv7(), data: { studentId: 12 } };
  await onSignInBarred(event, sessions);
  expect([...sessions.held.values()].map(({ kind }) => kind)).toEqual(['staff']);
  sessions.held.set('later', { ...aStudentSession(12), startedAt: steadyNow().getTime() + 1000 });
  await onSignInBarred(event, sessions);
  await onSignInBarred({ data: { studentId: '12' } }, sessions);
  expect([...sessions.held.keys()]).toContain('later');
});

test.each([
  {},
  { data: { accountKind: 'robot', accountId: 12 } },
  { data: { accountKind: 'student', accountId: '12' } },
])('an event without a student (%j) ends nothing', async (event) => {
  const sessions = memorySessions();
  await sessions.start(aStudentSession(12));
  await onPasswordChanged(event, sessions);
  expect(sessions.held.size).toBe(1);
});
