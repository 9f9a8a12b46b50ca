import { randomUUID } from 'node:crypto';
import { callOffOfficeSession, getOfficeRun } from '@portal/contract/runs/session-runs';
import { aSession } from '../../e2e/exams/sessions.ts';
import { rivals } from '../../e2e/faults/harness/people/rivals.ts';
import { sql } from '../../portal/databases.ts';
import { services } from '../../portal/services.ts';
import { until } from '../../portal/until.ts';
import type { Person } from '../../portal-user/person.ts';
import { forEach } from '../people.ts';

const STUDENTS = 300;

/**
 * The office calls off a session of 300 students: seconds from the order until no student is in it,
 * and until all emails are written.
 */
export async function callOffFigures(
  admin: Person,
): Promise<{ freedSeconds: number; emailSeconds: number; freed: number; emails: number }> {
  const testSessionId = await aSession({ seats: STUDENTS });
  const seated = await rivals(STUDENTS);
  await forEach(seated, ({ by, registrationId }) =>
    services.sessions.scheduleSession({ registrationId, sessionId: testSessionId }, by()),
  );
  const mails = async () => {
    const [row] = await sql<{ n: string }>(
      'registration',
      "SELECT count(*) AS n FROM mail WHERE subject LIKE 'Your session for % is called off'",
      [],
    );
    return Number(row?.n);
  };
  const before = await mails();
  const choice = { testSessionId, version: 0, proctorFees: 'keep' } as const;
  const preview = await admin.do(callOffOfficeSession, { ...choice, dryRun: true });
  if (preview.state !== 'preview') throw new Error('no preview came');
  const { previewHash } = preview;
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const order = await admin.ask(callOffOfficeSession, { ...choice, previewHash }, randomUUID());
  // with 202 while it runs
  const { runId } = order.body as { runId?: string };
  if (runId === undefined) throw new Error(`no run was begun: ${JSON.stringify(order.body)}`);
  const { body: run } = await until(
    () => admin.ask(getOfficeRun, { runId }),
    ({ body: { state } }) => state === 'finished',
    60,
  );
  const freedSeconds = seconds();
  const written = await until(mails, (count) => count - before >= STUDENTS, 60);
  return {
    freedSeconds,
    emailSeconds: seconds(),
    emails: written - before,
    freed: run.state === 'finished' && run.kind === 'callOff' ? run.freed : 0,
  };
}
