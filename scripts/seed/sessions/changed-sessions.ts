import { CalendarServiceDefinition } from '@portal/proto/registration/v1/calendar';
import { SessionRunsServiceDefinition } from '@portal/proto/registration/v1/session_runs';
import { asAdmin, seeding } from '../as.ts';
import { rpc, seedClient, tool } from '../clients.ts';
import { dayPlus, instantInNewYork, newYorkDay } from '../new-york.ts';

const LOCATION = 12;
const EXAM = 406;
const calendar = seedClient(CalendarServiceDefinition, 'REGISTRATION_ADDR');
const runs = seedClient(SessionRunsServiceDefinition, 'REGISTRATION_ADDR');

/** A session so many days away with three students in it, whose proctor fees are prepaid. */
async function createSeatedSession(
  now: Date,
  fact: string,
  days: number,
  students: readonly number[],
  credits: number,
): Promise<number> {
  const startsAt = instantInNewYork(dayPlus(newYorkDay(now), { days }), '10:00');
  const { sessionIds } = await tool.sessions.createSessions(
    {
      sessions: [
        {
          sessionType: '21',
          locationId: LOCATION,
          startsAt,
          gender: '3',
          seats: 12,
          limitTo1Test: false,
          closedByStaff: false,
        },
      ],
    },
    seeding(`${fact} session`),
  );
  const [sessionId] = sessionIds;
  if (sessionId === undefined) throw new Error(`there is no session to be ${fact}`);
  for (const studentId of students) {
    await tool.credits.grantCredits(
      { studentId, credits, proctorFeeCents: 0 },
      seeding(`${fact} credits ${studentId}`, studentId),
    );
    const { registration } = await rpc.registrations.registerExam(
      { examId: EXAM },
      asAdmin(`${fact} registered ${studentId}`, studentId),
    );
    if (!registration) throw new Error(`student ${studentId} is not registered`);
    await rpc.sessions.scheduleSession(
      { registrationId: registration.id, sessionId },
      asAdmin(`${fact} booked ${studentId}`, studentId),
    );
  }
  return sessionId;
}

/** Returns whether an earlier, interrupted seed has done it already. */
async function isChanged(sessionId: number): Promise<boolean> {
  const { session } = await calendar.getOfficeSession({ sessionId }, asAdmin('look'));
  return session?.version !== 0;
}

/** A session that the office moved with its students, and one that it called off. */
export async function seedChangedSessions(
  now: Date,
  creditsOf: (examId: number) => number,
): Promise<void> {
  const credits = creditsOf(EXAM);
  const today = newYorkDay(now);
  const moved = await createSeatedSession(now, 'moved', 24, [2110, 2111, 2112], credits);
  if (!(await isChanged(moved))) {
    const date = dayPlus(today, { days: 25 });
    const to = { sessionId: moved, version: 0, date, time: '11:00', confirmDay: true };
    const move = { ...to, message: 'The hall is being painted.' };
    const { previewHash } = await runs.previewMove({ move }, asAdmin('move preview'));
    await runs.moveSession({ move, previewHash }, asAdmin('moved'));
  }
  const off = await createSeatedSession(now, 'called off', 26, [2113, 2114, 2115], credits);
  if (!(await isChanged(off))) {
    const callOff = { sessionId: off, version: 0, refundFees: false, message: 'No proctor came.' };
    const { previewHash } = await runs.previewCallOff({ callOff }, asAdmin('call off preview'));
    await runs.callOffSession({ callOff, previewHash }, asAdmin('called off'));
  }
}
