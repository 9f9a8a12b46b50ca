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
import { examsThat, feesPaid, isPlain, registered } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import type { Person } from '../../people/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, type SignedIn } from '../../people/students.ts';
import { sql } from '../../portal/databases.ts';
import { until } from '../../portal/until.ts';

/** Somebody with a registration that is to be sat somewhere. */
export interface Wanting extends SignedIn {
  readonly exam: Exam;
  readonly registrationId: number;
}
/** Who has joined a line. */
export interface Waiting extends Wanting {
  readonly testSessionId: number;
  readonly waitingId: number;
}

/** Of a length that leaves room for another one in a session, and of its cost. */
export const isShort = (exam: Exam): boolean =>
  isPlain(exam) && exam.credits <= 4 && exam.examDuration <= 105;

/** With a course of its own before it. */
export const isCourse = (exam: Exam): boolean =>
  exam.registration_id === null &&
  exam.program_content_code !== null &&
  exam.phonesystem_active &&
  exam.fitRequirements &&
  !exam.online_only;

/** Registers another exam of a student. */
export async function another(
  person: Person,
  holds = isShort,
): Promise<{ exam: Exam; registrationId: number }> {
  // one that a test has just made is in every catalogue soon
  const [exam] = await until(
    () => examsThat(person, holds),
    (exams) => exams.length > 0,
  );
  return registered(person, exam as Exam);
}

/** A student with a registration, whose fee is not paid: to wait costs nothing. */
export async function wanting(
  about: NonNullable<Parameters<typeof aStudent>[0]> = {},
  holds = isShort,
): Promise<Wanting> {
  const student = await aStudent({ credits: 16, ...about });
  return { ...student, ...(await another(student.person, holds)) };
}

/** The same with the fee paid. */
export async function paid(...about: Parameters<typeof wanting>): Promise<Wanting> {
  const student = await wanting(...about);
  await feesPaid(student.person, student.exam);
  return student;
}

/** A session that has no free seat. */
export const aFullSession = (about: Parameters<typeof aSession>[0] = {}): Promise<number> =>
  aSession({ seats: 0, ...about });

export const join = (
  { person, registrationId }: Pick<Wanting, 'person' | 'registrationId'>,
  testSessionId: number,
) => person.ask(joinWaitingList, { registrationId, testSessionId }, randomUUID());

/** Joins the line of a session that is full. */
export async function inLine(student: Wanting, testSessionId: number): Promise<Waiting> {
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

/** So many students in the line of one session, in their order. */
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
/** The office, one person for all tests of a file. */
export const office = (): Promise<Person> => (admin ??= signedInStaff('ROLE_ADMIN'));

/** The office gives a session so many seats; nobody else has changed it. */
export async function giveSeats(testSessionId: number, seats = 1): Promise<void> {
  await (await office()).do(changeOfficeSession, {
    testSessionId,
    version: 0,
    seats,
  });
}

/** The student's entry as the student reads it. */
export async function entryOf({ person, waitingId }: Waiting): Promise<WaitingEntry> {
  const { entries } = await person.do(getWaitingList, {});
  const found = entries.find((entry) => entry.waitingId === waitingId);
  if (!found) throw new Error(`entry ${waitingId} is not told`);
  return found;
}

/** Waits until an entry is in a state. */
export const becomes = (student: Waiting, state: WaitingEntry['state']): Promise<WaitingEntry> =>
  until(
    () => entryOf(student),
    (entry) => entry.state === state,
  );

/** In the line of a full session, alone, that then gets a seat, which is offered. */
export async function offered(
  student: Wanting,
  about: Parameters<typeof aSession>[0] = {},
): Promise<Waiting> {
  const waiting = await inLine(student, await aFullSession(about));
  await giveSeats(waiting.testSessionId);
  await becomes(waiting, 'offered');
  return waiting;
}

/** Lets the offer have ended a moment ago. */
export const letOfferEnd = ({ waitingId }: Pick<Waiting, 'waitingId'>) =>
  sql(
    'registration',
    `WITH held AS (UPDATE seat_hold SET held_until = now() - interval '1 second' WHERE waiting_id = $1)
     UPDATE waiting_entry SET offer_until = now() - interval '1 second'
     WHERE id = $1 AND state = 'offered'`,
    [waitingId],
  );

export const answer = (
  { person, waitingId }: Pick<Waiting, 'person' | 'waitingId'>,
  said: 'accept' | 'decline' = 'accept',
) => person.ask(answerWaitingOffer, { waitingId, answer: said }, randomUUID());

/** The office changes a line. */
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
