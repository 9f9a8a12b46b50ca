import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { reportExamPlatform, reportProctoring } from '@portal/contract/sessions/online';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import { Person } from '../../../portal-user/person.ts';
import { letIn, notice, proctored, readyOnline, start } from '../../exams/online.ts';
import { rowOf } from '../../exams/registrations.ts';
import { refusal } from '../every-call/refusal.ts';

describe('reportProctoring', () => {
  test('applies a notice once, and ignores one that is too early', async () => {
    const ready = await readyOnline();
    const { proctorUuid } = await proctored(ready);
    const fields = { proctorUuid, kind: 'let_in', eventId: randomUUID() };
    const early = await notice(reportProctoring.path, { proctorUuid, kind: 'completed' });
    expect([early.status, early.body]).toEqual([200, { received: true }]);
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('scheduled');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => notice(reportProctoring.path, fields)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('online_access');
    const logged = await sql(
      'registration',
      `SELECT 1 FROM registration_log WHERE registration_id = $1 AND to_status = 'online_access'`,
      [ready.registrationId],
    );
    expect(logged).toHaveLength(1);
  });

  test('refuses forged, altered and old notices', async () => {
    const ready = await readyOnline();
    const { proctorUuid } = await proctored(ready);
    const fields = { proctorUuid, kind: 'let_in' };
    const tries = [
      notice(reportProctoring.path, fields, { secret: 'another secret' }),
      notice(reportProctoring.path, fields, { late: 301 }),
      notice(reportProctoring.path, fields, { late: -310 }),
      notice(reportProctoring.path, fields, {
        instead: JSON.stringify({
          ...fields,
          eventId: randomUUID(),
          at: steadyNow().toISOString(),
        }),
      }),
      new Person().ask(reportProctoring, {
        ...fields,
        eventId: randomUUID(),
        at: steadyNow().toISOString(),
      }),
    ];
    for (const forged of await Promise.all(tries))
      expect(refusal(forged)).toMatchObject({ status: 403, code: 'signature_invalid' });
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('scheduled');
  });
});

describe('reportExamPlatform', () => {
  test('submits a started exam once, and refuses one that has not started', async () => {
    const { ready, link } = await letIn();
    const fields = { registrationId: ready.registrationId, kind: 'exam_completed' };
    expect((await notice(reportExamPlatform.path, fields)).status).toBe(200);
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('online_access');
    await start(link);
    for (let times = 0; times < 2; times++)
      expect((await notice(reportExamPlatform.path, fields)).status).toBe(200);
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('taken');
  });

  test('requires the signature of the platform, and a registration', async () => {
    const { ready } = await letIn();
    const fields = { registrationId: ready.registrationId, kind: 'exam_completed' };
    expect(
      refusal(await notice(reportExamPlatform.path, fields, { secret: 'sandbox-proctor-secret' })),
    ).toMatchObject({
      status: 403,
      code: 'signature_invalid',
    });
    expect(
      refusal(await notice(reportExamPlatform.path, { ...fields, registrationId: 2_000_000_002 })),
    ).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });
});
