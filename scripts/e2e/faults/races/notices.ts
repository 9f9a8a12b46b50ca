import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { reportExamPlatform, reportProctoring } from '@portal/contract/sessions/online';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import {
  asProctor,
  finishRun,
  notice,
  proctored,
  type Ready,
  readyOnline,
  start,
  startLinkOf,
} from '../../exams/online.ts';
import { put, rowOf, statusIs } from '../../exams/registrations.ts';
import { brokenInvariants, sweep } from '../../invariants/invariants.ts';
import type { HurtPortal } from '../harness/hurt-portal.ts';

const statusOf = async ({ person, exam }: Ready) => (await rowOf(person, exam.id)).status;
/** Returns the changes of a registration by reports of partners, in order. */
const broughtAbout = async ({ registrationId }: Ready) =>
  (
    await sql<{ to_status: string }>(
      'registration',
      `SELECT to_status FROM registration_log
       WHERE registration_id = $1 AND actor_kind = 'service' ORDER BY id`,
      [registrationId],
    )
  ).map(({ to_status }) => to_status);
const reports = ({ registrationId }: Ready) =>
  sql<{ event_id: string; kind: string; had_effect: boolean }>(
    'registration',
    `SELECT event_id, kind, had_effect FROM partner_report
     WHERE registration_id = $1 ORDER BY received_at`,
    [registrationId],
  );

/** Creates a student whose proctor is booked. */
async function booked() {
  const ready = await readyOnline();
  const { proctorUuid } = await proctored(ready);
  return { ready, proctorUuid, link: await startLinkOf(proctorUuid) };
}
const saidBy = (said: object) => ({
  eventId: randomUUID(),
  at: steadyNow().toISOString(),
  ...said,
});
const received = { status: 200, body: { received: true } };

/** F13: reports of partners come twice, at once, late, out of order, or forged. */
export function notices(): void {
  test('F13: repeated, late, unordered notices take effect once, forged ones never', async () => {
    const { ready, proctorUuid, link } = await booked();
    const { registrationId } = ready;
    const proctor = (kind: string, more: object = {}) => saidBy({ proctorUuid, kind, ...more });
    const [letIn, lost, done] = [
      proctor('let_in'),
      proctor('disconnected'),
      saidBy({ registrationId, kind: 'exam_completed' }),
    ];

    // forged, altered, too old: nothing is even recorded
    const forged = await Promise.all([
      notice(reportProctoring.path, letIn, { secret: 'somebody else' }),
      notice(reportProctoring.path, letIn, { late: 301 }),
      notice(reportProctoring.path, letIn, {
        instead: JSON.stringify({ ...letIn, kind: 'disqualified' }),
      }),
      notice(reportExamPlatform.path, done, { secret: 'somebody else' }),
    ]);
    for (const answer of forged)
      expect(answer).toMatchObject({ status: 403, body: { code: 'signature_invalid' } });
    expect([await statusOf(ready), await reports(ready)]).toEqual(['scheduled', []]);

    // too early: recorded, and without effect even when repeated later
    const early = [
      proctor('completed'),
      proctor('disqualified'),
      saidBy({ registrationId, kind: 'exam_completed' }),
    ];
    for (const said of early) {
      const path = 'proctorUuid' in said ? reportProctoring.path : reportExamPlatform.path;
      expect(await notice(path, said)).toMatchObject(received);
    }
    expect(await statusOf(ready)).toBe('scheduled');

    // ten times at once
    const ten = await Promise.all(
      Array.from({ length: 10 }, () => notice(reportProctoring.path, letIn)),
    );
    for (const answer of ten) expect(answer).toMatchObject(received);
    expect(await statusOf(ready)).toBe('online_access');
    expect((await start(link)).status).toBe(200);
    // a report from before the start is late
    await notice(
      reportProctoring.path,
      proctor('disconnected', { at: new Date(steadyNow().getTime() - 60_000).toISOString() }),
    );
    for (const said of early) {
      await notice('proctorUuid' in said ? reportProctoring.path : reportExamPlatform.path, said);
      expect(await statusOf(ready)).toBe('online_started');
    }
    await Promise.all(
      [1, 2, 3].map(() =>
        notice(reportProctoring.path, { ...lost, at: steadyNow().toISOString() }),
      ),
    );
    expect(await statusOf(ready)).toBe('disconnected');
    await Promise.all([
      ...Array.from({ length: 10 }, () => notice(reportExamPlatform.path, done)),
      ...Array.from({ length: 5 }, () => notice(reportProctoring.path, proctor('completed'))),
      ...Array.from({ length: 5 }, () => notice(reportProctoring.path, letIn)),
    ]);
    expect(await broughtAbout(ready)).toEqual(['online_access', 'disconnected', 'taken']);
    expect((await reports(ready)).filter(({ had_effect }) => had_effect)).toHaveLength(3);
    const taken = await sql(
      'registration',
      `SELECT 1 FROM outbox WHERE type = 'registration.exam_taken'
         AND payload #>> '{data,registrationId}' = $1`,
      [String(registrationId)],
    );
    expect(taken).toHaveLength(1);
    await sweep();
  });
}

/** F13: the receiver of a notice dies. */
export function noticeKills(hurt: () => HurtPortal): void {
  test('F13: a partner repeats a notice whose receiver dies until it is taken', async () => {
    const { dieAt, stillToDieAt } = hurt();
    const { ready, proctorUuid, link } = await booked();
    dieAt('registration reportProctoring.commit');
    await asProctor(proctorUuid, 'let_in');
    await statusIs(ready, 'online_access');
    const run = (await start(link)).body.url;
    dieAt('registration reportExamPlatform.commit');
    await finishRun(run);
    await statusIs(ready, 'taken');
    expect([stillToDieAt(), await broughtAbout(ready)]).toEqual([[], ['online_access', 'taken']]);
    await sweep();
  });
}

/** The damage when the guards of F13 are off. */
export function noticeControls(): void {
  test('F13, control: without its record a report acts twice; the sweep sees it', async () => {
    const { ready, proctorUuid } = await booked();
    const letIn = saidBy({ proctorUuid, kind: 'let_in' });
    await notice(reportProctoring.path, letIn);
    // the office withdraws the access; the former notice comes once more
    const takeBack = () =>
      put(ready.registrationId, `status = 'scheduled'`, { sitting: 'online_access = false' });
    await takeBack();
    await notice(reportProctoring.path, letIn);
    expect(await statusOf(ready)).toBe('scheduled');
    await sql('registration', 'DELETE FROM partner_report WHERE event_id = $1', [letIn.eventId]);
    await notice(reportProctoring.path, letIn);
    expect([await statusOf(ready), await broughtAbout(ready)]).toEqual([
      'online_access',
      ['online_access', 'online_access'],
    ]);

    const extra = `INSERT INTO partner_report
        (partner, event_id, registration_id, kind, reported_at, had_effect, received_at)
      SELECT 'proctoring', 'control-' || n, $1, 'let_in', now(), true, now()
      FROM generate_series(1, 2) AS n`;
    await sql('registration', extra, [ready.registrationId]);
    expect((await brokenInvariants()).join()).toContain('a partner report took effect once');
    await sql('registration', `DELETE FROM partner_report WHERE event_id LIKE 'control-%'`);
    await sweep();
  });

  test('F13, control: only the signature stops strangers; the sweep sees open access', async () => {
    const { ready, proctorUuid, link } = await booked();
    const letIn = saidBy({ proctorUuid, kind: 'let_in' });
    expect((await notice(reportProctoring.path, letIn, { secret: 'somebody else' })).status).toBe(
      403,
    );
    expect((await notice(reportProctoring.path, letIn)).status).toBe(200); // the secret is enough
    expect((await start(link)).status).toBe(200);
    const [{ session_id } = { session_id: null }] = await sql<{ session_id: string | null }>(
      'registration',
      'SELECT session_id FROM registration WHERE id = $1',
      [ready.registrationId],
    );
    const keep = [ready.registrationId, session_id];
    await sql(
      'registration',
      'UPDATE registration SET session_id = NULL WHERE id = $1 AND session_id = $2',
      keep,
    );
    const broken = (await brokenInvariants()).join();
    for (const name of [
      'a student with online access has a sitting',
      'each valid start link belongs to one booked sitting',
      'booked with the proctor and nowhere else',
    ])
      expect(broken).toContain(name);
    await sql('registration', 'UPDATE registration SET session_id = $2 WHERE id = $1', keep);
    await sweep();
  });
}
