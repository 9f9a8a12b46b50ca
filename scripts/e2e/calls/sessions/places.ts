import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { payProctorFee } from '@portal/contract/purchases/payments';
import { sql } from '../../../portal/databases.ts';
import { startIn } from '../../../portal/start-in.ts';
import {
  booked,
  examsThat,
  examThat,
  isPlain,
  registered,
  someCard,
} from '../../exams/registrations.ts';
import { aSession, beginSession, callOff, lateStart } from '../../exams/sessions.ts';
import { charged } from '../../payments/charged.ts';
import { grantAccommodation } from '../../people/accommodations.ts';
import { aStudent, type SignedIn } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

interface PlaceCase {
  student: SignedIn;
  registrationId: number;
  examId: number;
  /** Sessions that the student cannot book. */
  sessions: number[];
}

/** Registers an exam, and creates sessions that the student cannot book. */
async function placeCase(
  sessions: () => Promise<number[]>,
  holds: (exam: Exam) => boolean = isPlain,
): Promise<PlaceCase> {
  const student = await aStudent({ credits: 12 });
  const { exam, registrationId } = await registered(
    student.person,
    await examThat(student.person, holds),
  );
  return { student, registrationId, examId: exam.id, sessions: await sessions() };
}

/** Registers a second exam besides a first one that `sessions` books. */
async function afterAnother(
  sessions: (student: SignedIn, first: Exam) => Promise<number[]>,
): Promise<PlaceCase> {
  const student = await aStudent({ credits: 16 });
  const { person } = student;
  const [first, second] = await examsThat(person, (exam) => isPlain(exam) && exam.credits <= 4);
  const ids = await sessions(student, first as Exam);
  const { exam, registrationId } = await registered(person, second as Exam);
  return { student, registrationId, examId: exam.id, sessions: ids };
}

/** Registers a long exam of a student with an accommodation. */
async function accommodated(
  kind: 'own_room' | 'extra_time',
  session: () => Promise<number>,
): Promise<PlaceCase> {
  const made = await placeCase(
    async () => [await session()],
    (exam) => isPlain(exam) && exam.examDuration >= 120,
  );
  await grantAccommodation(made.student.id, kind);
  return made;
}

const isFree = (exam: Exam): boolean =>
  exam.registration_id === null &&
  exam.phonesystem_active &&
  exam.fitRequirements &&
  exam.credits <= 12;

const placeCases = {
  session_not_found: () =>
    placeCase(async () => [
      2_000_000_003,
      await aSession({ sessionType: '23', locationId: undefined, title: 'Mrs. Gold' }),
    ]),
  call_office: () =>
    placeCase(() =>
      Promise.all([
        aSession({ gender: '1' }),
        aSession({ locationId: 15 }),
        aSession({ locationId: 16 }),
      ]),
    ),
  session_called_off: () =>
    placeCase(async () => {
      const sessionId = await aSession();
      await callOff(sessionId);
      return [sessionId];
    }),
  session_closed: () =>
    placeCase(() => Promise.all([aSession({ closedByStaff: true }), aSession({ inHours: -1 })])),
  online_only: () =>
    placeCase(
      async () => [await aSession()],
      (exam) => isFree(exam) && exam.online_only && exam.program_content_code === null,
    ),
  course_not_completed: () =>
    placeCase(
      async () => [await aSession()],
      (exam) => isFree(exam) && exam.program_content_code !== null && !exam.online_only,
    ),

  async office_only(): Promise<PlaceCase> {
    const student = await aStudent({ credits: 8 });
    const begun = await aSession({ inHours: 1 });
    const { exam, registrationId } = await booked(
      student.person,
      await examThat(student.person),
      begun,
    );
    await beginSession(begun);
    return { student, registrationId, examId: exam.id, sessions: [await aSession()] };
  },

  session_booked_up: () =>
    afterAnother(async ({ person }, first) => {
      const sessionId = await aSession({ limitTo1Test: true });
      await booked(person, first, sessionId);
      return [sessionId];
    }),

  session_too_short: () => accommodated('extra_time', () => aSession({ startsAt: lateStart() })),

  no_room_for_accommodation: () => accommodated('own_room', () => aSession()),

  time_overlap: () =>
    afterAnother(async ({ person }, first) => {
      const startsAt = startIn(500);
      await booked(person, first, await aSession({ startsAt }));
      return [await aSession({ startsAt, locationId: 11 })];
    }),
};

/** The codes that `refusesPlaces` tests. */
const refusalsOfPlaces = Object.keys(placeCases) as readonly (keyof typeof placeCases)[];

/**
 * Tests that payProctorFee, whose RPC serves saved cards too, neither charges nor holds a seat when
 * the student cannot book the session.
 */
export function refusesPlaces(): void {
  test.each(refusalsOfPlaces)(
    'refuses with %s before any charge when the session cannot be booked',
    async (code) => {
      const { student, registrationId, examId, sessions } = await placeCases[code]();
      const { person, id } = student;
      const before = await charged(id);
      for (const sessionId of sessions) {
        const input = {
          examId,
          registrationId,
          sessionId,
          proctorFee: 15,
          amount: 15,
          ...(await someCard()),
        };
        expect({
          sessionId,
          ...refusal(await person.ask(payProctorFee, input, randomUUID())),
        }).toMatchObject({ sessionId, code });
      }
      expect(await charged(id)).toEqual(before);
      expect(
        await sql('registration', 'SELECT 1 FROM seat_hold WHERE student_id = $1', [id]),
      ).toEqual([]);
    },
  );
}
