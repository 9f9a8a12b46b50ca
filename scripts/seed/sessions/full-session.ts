import { asStudent, seeding } from '../as.ts';
import { rpc, tool } from '../clients.ts';
import { fullSession } from './sessions.ts';

const STUDENT = 2101;
const EXAM = 406;

/** Books the only place of the full session, with credits whose proctor fee is prepaid. */
export async function fillSession(now: Date, creditsOf: (examId: number) => number): Promise<void> {
  await tool.credits.grantCredits(
    { studentId: STUDENT, credits: creditsOf(EXAM), proctorFeeCents: 0 },
    seeding('full credits', STUDENT),
  );
  const { registration } = await rpc.registrations.registerExam(
    { examId: EXAM },
    asStudent(STUDENT, 'full registered'),
  );
  const { sessions } = await rpc.sessions.listOpenSessions(
    { locationId: 13 },
    asStudent(STUDENT, 'list'),
  );
  const session = sessions.find((one) => one.startsAt?.getTime() === fullSession(now).getTime());
  if (!registration || !session) throw new Error('the session that is to be full cannot be filled');
  await rpc.sessions.scheduleSession(
    { registrationId: registration.id, sessionId: session.id },
    asStudent(STUDENT, 'full session'),
  );
}
