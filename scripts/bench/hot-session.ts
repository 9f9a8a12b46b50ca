import { onlineExamRegistration } from '@portal/contract/exams/exams';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { client } from '@portal/kit/grpc/client';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import type { Portal } from '../start/portal-handle.ts';
import { aStudent, asTool, forEach, grant, signedIn } from './people.ts';
import { difference, pgbenchRate, statistics } from './written-rows.ts';

const BOOKERS = 600;
const EXAM = 401;
const sessions = client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'operator');

/**
 * Measures bookings per second of one session through the BFF, and pgbench writing the same rows
 * with one hot row.
 */
export async function hotSession(
  portal: Portal,
): Promise<{ portal: number; pgbench: number; rows: number }> {
  const startsAt = new Date(Date.now() + 45 * 86_400_000);
  const { sessionIds } = await sessions.createSessions(
    { sessions: [{ sessionType: '21', locationId: 13, startsAt, gender: '3', seats: BOOKERS }] },
    asTool(),
  );
  const sessionId = sessionIds[0] ?? 0;
  const bookers = await forEach(Array.from({ length: BOOKERS }), async () => {
    const student = await aStudent();
    await grant(student.id, 6, 0);
    const person = await signedIn(portal.url, student);
    const { registrationId } = await person.do(onlineExamRegistration, { examId: EXAM });
    return { person, registrationId: registrationId ?? 0 };
  });
  const before = await statistics(portal, ['registration']);
  const started = performance.now();
  await forEach(
    bookers,
    ({ person, registrationId }) =>
      person.do(scheduleSessionForRegistration, { registrationId, sessionId }),
    16,
  );
  const perSecond = BOOKERS / ((performance.now() - started) / 1000);
  const written = difference(before, await statistics(portal, ['registration']), BOOKERS);
  const pgbench = await pgbenchRate(portal.serverUrl, written, 1, 'registration.session');
  return {
    portal: perSecond,
    pgbench,
    rows: written.reduce((sum, { inserted, updated }) => sum + inserted + updated, 0),
  };
}
