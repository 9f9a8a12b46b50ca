import { onlineExamRegistration } from '@portal/contract/exams/exams';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { client } from '@portal/kit/grpc/client';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import type { Portal } from '../start/portal-handle.ts';
import { aStudent, asTool, forEach, grant, signedIn } from './people.ts';

const EXAM = 401;
const sessions = client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'operator');

/** Students book fewer seats than students, all at the same moment, through the BFF. */
export async function seatRace(
  portal: Portal,
  { students, seats }: { students: number; seats: number },
): Promise<{ seated: number; refused: number; slowestMs: number }> {
  const startsAt = new Date(Date.now() + 30 * 86_400_000);
  const { sessionIds } = await sessions.createSessions(
    { sessions: [{ sessionType: '21', locationId: 13, startsAt, gender: '3', seats }] },
    asTool(),
  );
  const rivals = await forEach(Array.from({ length: students }), async () => {
    const student = await aStudent();
    await grant(student.id, 6, 0);
    const person = await signedIn(portal.url, student);
    const { registrationId } = await person.do(onlineExamRegistration, { examId: EXAM });
    return { person, registrationId: registrationId ?? 0 };
  });
  const sessionId = sessionIds[0] ?? 0;
  const started = performance.now();
  const answers = await Promise.all(
    rivals.map(async ({ person, registrationId }) => {
      const { status } = await person.ask(
        scheduleSessionForRegistration,
        { registrationId, sessionId },
        crypto.randomUUID(),
      );
      return { status, ms: performance.now() - started };
    }),
  );
  return {
    seated: answers.filter(({ status }) => status === 200).length,
    refused: answers.filter(({ status }) => status === 409).length,
    slowestMs: Math.max(...answers.map(({ ms }) => ms)),
  };
}
