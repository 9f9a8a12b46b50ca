import { randomUUID } from 'node:crypto';
import type { Exam } from '@portal/contract/exams/exam';
import { changeOfficeSession } from '@portal/contract/sessions/office-sessions';
import {
  answerWaitingOffer,
  changeWaiting,
  getWaitingList,
  joinWaitingList,
  type WaitingEntry,
} from '@portal/contract/sessions/waiting-list';
import { sql } from '../../../portal/databases.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { examsThat, feesPaid, isPlain, registered } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, type SignedIn } from '../../people/students.ts';

/** A student with a registration that has no session. */
export interface Candidate extends SignedIn {
  readonly exam: Exam;
  readonly registrationId: number;
}
/** A student who has joined a line. */
export interface Waiting extends Candidate {
  readonly testSessionId: number;
  readonly waitingId: number;
}

/** Returns whether an exam is plain, and cheap and short enough for two in one session. */
export const isShort = (exam: Exam): boolean =>
  isPlain(exam) && exam.credits <= 4 && exam.examDuration <= 105;

/** Registers another exam of a student. */
export async function another(
  person: Person,
  holds = isShort,
): Promise<{ exam: Exam; registrationId: number }> {
  // an exam that a test has just added reaches the student's catalogue soon
  const [exam] = await until(
    () => examsThat(person, holds),
    (exams) => exams.length > 0,
  );
  return registered(person, exam as Exam);
}

/** Creates a student with a registration; its fee is not paid, since waiting is free. */
export async function wanting(
  about: NonNullable<Parameters<typeof aStudent>[0]> = {},
  holds = isShort,
): Promise<Candidate> {
  const student = await aStudent({ credits: 16, ...about });
  return { ...student, ...(await another(student.person, holds)) };
}

/** Creates a student with a registration whose fee is paid. */
export async function paid(...about: Parameters<typeof wanting>): Promise<Candidate> {
  const student = await wanting(...about);
  await feesPaid(student.person, student.exam);
  return student;
}

/** Creates a session without free seats. */
export const aFullSession = (about: Parameters<typeof aSession>[0] = {}): Promise<number> =>
  aSession({ seats: 0, ...about });

export const join = (
  { person, registrationId }: Pick<Candidate, 'person' | 'registrationId'>,
  testSessionId: number,
) => person.ask(joinWaitingList, { registrationId, testSessionId }, randomUUID());

/** Joins the line of a full session. */
export async function inLine(student: Candidate, testSessionId: number): Promise<Waiting> {
  const { registrationId } = student;
  const { entry } = await student.person.do(joinWaitingList, {
    registrationId,
    testSessionId,
  });
  return { ...student, testSessionId, waitingId: entry.waitingId };
}

type Line<Count> = Count extends 1
  ? [Waiting]
  : Count extends 2
    ? [Waiting, Waiting]
    : [Waiting, Waiting, Waiting];

/** Creates so many students in the line of one session; returns them in its order. */
export async function aLine<Count extends 1 | 2 | 3>(count: Count): Promise<Line<Count>> {
  const [testSessionId, ...students] = await Promise.all([
    aFullSession(),
    ...Array.from({ length: count }, () => paid()),
  ]);
  const line: Waiting[] = [];
  for (const student of students) line.push(await inLine(student, testSessionId));
  return line as Line<Count>;
}

let admin: Promise<Person> | undefined;
/** Signs in an admin, once for all tests of a file. */
export const office = (): Promise<Person> => (admin ??= signedInStaff('ROLE_ADMIN'));

/** Sets the seats of an unchanged session, as the office. */
export async function giveSeats(testSessionId: number, seats = 1): Promise<void> {
  await (await office()).do(changeOfficeSession, {
    testSessionId,
    version: 0,
    seats,
  });
}

/** Returns an entry as the student reads it. */
export async function entryOf({ person, waitingId }: Waiting): Promise<WaitingEntry> {
  const { entries } = await person.do(getWaitingList, {});
  const found = entries.find((entry) => entry.waitingId === waitingId);
  if (!found) throw new Error(`entry ${waitingId} is missing`);
  return found;
}

/** Waits until an entry is in a state. */
export const becomes = (student: Waiting, state: WaitingEntry['state']): Promise<WaitingEntry> =>
  until(
    () => entryOf(student),
    (entry) => entry.state === state,
  );

/** Adds a student as the only one to the line of a full session, and offers them a seat. */
export async function offered(
  student: Candidate,
  about: Parameters<typeof aSession>[0] = {},
): Promise<Waiting> {
  const waiting = await inLine(student, await aFullSession(about));
  await giveSeats(waiting.testSessionId);
  await becomes(waiting, 'offered');
  return waiting;
}

/** Moves the end of an offer into the past. */
export const letOfferEnd = ({ waitingId }: Pick<Waiting, 'waitingId'>) =>
  sql(
    'registration',
    `WITH held AS (
       UPDATE seat_hold SET held_until = now() - interval '1 second' WHERE waiting_id = $1)
     UPDATE waiting_entry SET offer_until = now() - interval '1 second'
     WHERE id = $1 AND state = 'offered'`,
    [waitingId],
  );

export const answer = (
  { person, waitingId }: Pick<Waiting, 'person' | 'waitingId'>,
  choice: 'accept' | 'decline' = 'accept',
) => person.ask(answerWaitingOffer, { waitingId, answer: choice }, randomUUID());

/** Changes an entry as the office. */
export const change = async (
  { waitingId }: Pick<Waiting, 'waitingId'>,
  action: 'move' | 'remove' | 'offerNow',
  more: { position?: number; reason?: string } = {},
) =>
  (await office()).ask(
    changeWaiting,
    { waitingId, action, reason: 'Asked by phone', ...more },
    randomUUID(),
  );
