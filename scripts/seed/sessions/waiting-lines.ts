import { setTimeout as pause } from 'node:timers/promises';
import { WaitingListServiceDefinition } from '@portal/proto/registration/v1/waiting_list';
import { asAdmin, asStudent, seeding } from '../as.ts';
import { rpc, seedClient, tool } from '../clients.ts';
import { dayPlus, instantInNewYork, newYorkDay } from '../new-york.ts';
import { fullSession } from './sessions.ts';

const BRANCH = 13;
const EXAM = 406;
const MIRI = 1003;
/** Students on the waiting list of the full session, in this order. */
const IN_LINE = [2116, 2117, 2118] as const;
/** Gives up the only place of another session, which is then offered to the next two. */
const LEAVES = 2119;
const DECLINES = 2121;

const waiting = seedClient(WaitingListServiceDefinition, 'REGISTRATION_ADDR');

/** An exam of a student whose proctor fee is prepaid, so that an offer can be accepted at once. */
async function registered(studentId: number, credits: number): Promise<number> {
  await tool.credits.grantCredits(
    { studentId, credits, proctorFeeCents: 0 },
    seeding(`waiting credits ${studentId}`, studentId),
  );
  const { registration } = await rpc.registrations.registerExam(
    { examId: EXAM },
    asAdmin(`waiting registered ${studentId}`, studentId),
  );
  if (!registration) throw new Error(`student ${studentId} is not registered`);
  return registration.id;
}

/** The office puts a student at the end of a line; gives the entry. */
async function joins(studentId: number, sessionId: number, credits: number): Promise<number> {
  const registrationId = await registered(studentId, credits);
  const { entry } = await waiting.joinWaitingList(
    { registrationId, sessionId },
    asAdmin(`waiting joined ${studentId}`, studentId),
  );
  if (!entry) throw new Error(`student ${studentId} does not wait`);
  return entry.id;
}

const SATURDAY = 6;
/** The day, or the one after a Saturday. */
export const afterSabbath = (day: string): string =>
  Temporal.PlainDate.from(day).dayOfWeek === SATURDAY ? dayPlus(day, { days: 1 }) : day;

/** An offer follows within seconds; a machine that is busy may take longer. */
const TIMEOUT_MS = 120_000;

/** Waits until a place is offered, or was already by a seed before this one. */
async function untilOffered(studentId: number, waitingId: number): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; ; await pause(200)) {
    const { entries } = await waiting.getWaitingList({}, asAdmin('waiting look', studentId));
    if (entries.some(({ id, state }) => id === waitingId && state !== 'waiting')) return;
    if (Date.now() > end) throw new Error(`no place is offered to student ${studentId}`);
  }
}

/**
 * Adds three students to the waiting list of the full session, and offers miri a place of another
 * session that a student declined.
 */
export async function seedWaitingLines(
  now: Date,
  creditsOf: (examId: number) => number,
): Promise<void> {
  const credits = creditsOf(EXAM);
  const { sessions } = await rpc.sessions.listOpenSessions(
    { locationId: BRANCH },
    asStudent(IN_LINE[0], 'list'),
  );
  const full = sessions.find(({ startsAt }) => startsAt?.getTime() === fullSession(now).getTime());
  if (!full) throw new Error('the full session is not there');
  for (const studentId of IN_LINE) await joins(studentId, full.id, credits);

  const startsAt = instantInNewYork(afterSabbath(dayPlus(newYorkDay(now), { days: 9 })), '14:00');
  const { sessionIds } = await tool.sessions.createSessions(
    {
      sessions: [
        {
          sessionType: '21',
          locationId: BRANCH,
          startsAt,
          gender: '3',
          seats: 1,
          limitTo1Test: false,
          closedByStaff: false,
        },
      ],
    },
    seeding('waiting session'),
  );
  const [sessionId] = sessionIds;
  if (sessionId === undefined) throw new Error('there is no session to be offered');
  const registrationId = await registered(LEAVES, credits);
  await rpc.sessions.scheduleSession(
    { registrationId, sessionId },
    asAdmin('waiting booked', LEAVES),
  );
  const first = await joins(DECLINES, sessionId, credits);
  const miri = await joins(MIRI, sessionId, credits);
  await rpc.sessions.cancelSession({ registrationId }, asStudent(LEAVES, 'waiting left'));
  await untilOffered(DECLINES, first);
  await waiting.answerWaitingOffer(
    { waitingId: first, accept: false },
    asStudent(DECLINES, 'waiting declined'),
  );
  await untilOffered(MIRI, miri);
}
