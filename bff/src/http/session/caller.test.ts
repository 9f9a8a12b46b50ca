import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { readSessionHeader, sessionHeader } from '@portal/contract/pages/session-header';
import { steadyNow } from '@portal/kit/steady-clock';
import { aStaffSession, aStudentSession, memorySessions, problemIn } from '../../testing/portal.ts';
import { portalThat } from '../../testing/sample-calls.ts';
import type { Sessions } from './sessions.ts';

/** Reads sessions as if the end of each was put off at that moment. */
const renewedFor =
  (sessions: Sessions, lifeMs: number): Sessions['read'] =>
  async (sid, onRenewed) => {
    const session = await sessions.read(sid);
    if (session) onRenewed?.(session, lifeMs);
    return session;
  };

test('a missing or expired session is a 401 that removes its cookies', async () => {
  const portal = await portalThat();
  const [none, over] = await Promise.all([
    portal.get('/api/look'),
    portal.get('/api/look', { cookie: 'sid=gone; isLoggedIn=1' }),
  ]);
  expect([none.status, (await problemIn(none)).code, none.headers.getSetCookie()]).toEqual([
    401,
    'not_signed_in',
    [],
  ]);
  expect([over.status, (await problemIn(over)).code]).toEqual([401, 'session_over']);
  expect(
    over.headers.getSetCookie().map((cookie) => cookie.split(';').slice(0, 2).join(';')),
  ).toEqual(['sid=; Max-Age=0', 'isLoggedIn=; Max-Age=0', 'roles=; Max-Age=0']);
});

test('removes the hint of a missing session even if its id was removed first', async () => {
  const portal = await portalThat();
  const answer = await portal.get('/api/look', { cookie: 'isLoggedIn=1; roles=ROLE_STUDENT' });
  expect([answer.status, (await problemIn(answer)).code]).toEqual([401, 'not_signed_in']);
  expect(
    answer.headers.getSetCookie().filter((cookie) => cookie.includes('=; Max-Age=0')),
  ).toHaveLength(3);
});

test('the hints end with the session: its end is put off, and theirs with it', async () => {
  const sessions = memorySessions();
  const renewing = { ...sessions, read: renewedFor(sessions, 1_800_000) };
  const portal = await portalThat(undefined, renewing);
  const answer = await portal.get('/api/look', await portal.signedIn(aStudentSession()));
  expect(answer.headers.getSetCookie()).toEqual([
    'isLoggedIn=1; Max-Age=1800; Path=/; SameSite=Lax',
    'roles=ROLE_STUDENT; Max-Age=1800; Path=/; SameSite=Lax',
  ]);
  const quiet = await portalThat();
  const unchanged = await quiet.get('/api/look', await quiet.signedIn(aStudentSession()));
  expect(unchanged.headers.getSetCookie()).toEqual([]);
});

test.each([
  { who: aStaffSession('ROLE_ADVISOR'), status: 403 },
  { who: aStaffSession('ROLE_STUDENT'), status: 403 },
  { who: { ...aStudentSession(), roles: ['ROLE_ADMIN'] }, status: 403 },
  { who: aStaffSession(), status: 403 },
  { who: aStaffSession('ROLE_ADVISOR', 'ROLE_SUPER_ADMIN'), status: 200 },
])('a $who.kind with the roles $who.roles gets $status', async ({ who, status }) => {
  const portal = await portalThat();
  const answer = await portal.post(
    '/api/book',
    { seat: 3, student_id: 12 },
    await portal.signedIn(who),
  );
  expect(answer.status).toBe(status);
});

test('a caller without permission is refused before the body is read', async () => {
  const portal = await portalThat();
  const answer = await portal.post(
    '/api/book',
    { seat: 'x' },
    await portal.signedIn(aStaffSession('ROLE_SUPPORT')),
  );
  expect((await problemIn(answer)).code).toBe('forbidden');
});

test.each([
  { sent: {}, acts: 12 },
  { sent: { student_id: 12 }, acts: 12 },
  { sent: { studentId: '12' }, acts: 12 },
  { sent: { student_id: 13 }, code: 'other_student' },
  { sent: { studentId: 13 }, code: 'other_student' },
  { sent: { student_id: { $ne: 1 } }, code: 'other_student' },
])('a student who sends $sent acts on $acts or gets $code', async ({ sent, acts, code }) => {
  const seen: unknown[] = [];
  const portal = await portalThat(async ({ student, by }) => {
    seen.push([student, by.actor.studentId, by.actor.kind]);
    return { done: true };
  });
  const answer = await portal.post(
    '/api/book',
    { seat: 3, ...sent },
    await portal.signedIn(aStudentSession(12)),
  );
  if (code) expect([answer.status, (await problemIn(answer)).code, seen]).toEqual([403, code, []]);
  else expect(seen).toEqual([[acts, acts, 'student']]);
});

test.each([
  { sent: { student_id: 7 }, acts: 7 },
  { sent: { studentId: '7' }, acts: 7 },
  { sent: {}, status: 400, code: 'student_id_required' },
  { sent: { student_id: 'x' }, status: 422, code: 'invalid' },
  { sent: { student_id: -1 }, status: 422, code: 'invalid' },
])('an admin who sends $sent acts on $acts or gets $code', async ({ sent, acts, status, code }) => {
  const seen: unknown[] = [];
  const portal = await portalThat(async ({ by }) => {
    seen.push(by.actor);
    return { done: true };
  });
  const answer = await portal.post(
    '/api/book',
    { seat: 3, ...sent },
    await portal.signedIn(aStaffSession('ROLE_ADMIN')),
  );
  if (code) expect([answer.status, (await problemIn(answer)).code]).toEqual([status, code]);
  else
    expect(seen).toEqual([
      { kind: 'staff', id: 3, roles: ['ROLE_ADMIN'], name: 'login', via: 'bff', studentId: acts },
    ]);
});

test('an answer names the session’s end and account; a stale page is refused', async () => {
  let done = 0;
  const portal = await portalThat(async () => {
    done += 1;
    return { done: true };
  });
  const cookie = await portal.signedIn({
    ...aStudentSession(),
    startedAt: steadyNow().getTime() - 7.9 * 3_600_000,
  });
  const answer = await portal.get('/api/look', cookie);
  const header = readSessionHeader(answer.headers.get(sessionHeader));
  expect(header?.account).toBe('student:12');
  expect(header?.latestS).toBeLessThanOrEqual(360);
  expect(header?.endsS).toBe(header?.latestS);
  const fresh = await portal.signedIn({ ...aStudentSession(), startedAt: steadyNow().getTime() });
  expect(
    readSessionHeader((await portal.get('/api/look', fresh)).headers.get(sessionHeader))?.endsS,
  ).toBe(1770);

  const other = await portal.post(
    '/api/book',
    { seat: 1 },
    { ...cookie, 'portal-account': 'student:13', 'idempotency-key': randomUUID() },
  );
  expect([other.status, (await problemIn(other)).code, done]).toEqual([409, 'other_account', 0]);
  expect(other.headers.getSetCookie()).toEqual([]);
  const open = await portal.post('/api/open', {}, { ...cookie, 'portal-account': 'student:13' });
  expect([open.status, open.headers.get(sessionHeader)]).toEqual([200, null]);
});
