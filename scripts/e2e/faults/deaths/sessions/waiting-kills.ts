import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { CallSpec } from '@portal/contract/call';
import { payProctorFee } from '@portal/contract/purchases/payments';
import {
  CallOffPreview,
  callOffOfficeSession,
  MovePreview,
  moveOfficeSession,
} from '@portal/contract/runs/session-runs';
import { cancelSession } from '@portal/contract/sessions/sessions';
import {
  answerWaitingOffer,
  changeWaiting,
  joinWaitingList,
  leaveWaitingList,
} from '@portal/contract/sessions/waiting-list';
import { sql } from '../../../../portal/databases.ts';
import { mailsTo } from '../../../../portal/mails.ts';
import { until } from '../../../../portal/until.ts';
import type { Person } from '../../../../portal-user/person.ts';
import { book } from '../../../calls/sessions/ready-to-book.ts';
import {
  type Candidate,
  inLine,
  letOfferEnd,
  paid,
  type Waiting,
  wanting,
} from '../../../calls/sessions/waiting-lines.ts';
import { someCard } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { charged } from '../../../payments/charged.ts';
import { signedInStaff } from '../../../people/staff.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { killedEverywhere } from '../../harness/killed-everywhere.ts';
import { persist } from '../../harness/people/buyer.ts';

/** A day so far away that no deadline passes. */
const DAY = '2099-03-03';

interface Line {
  testSessionId: number;
  /** The student who has the one seat. */
  seated: Candidate;
  first: Waiting;
  second: Waiting;
}

const stateOf = async ({ waitingId }: Waiting): Promise<string | undefined> => {
  const [row] = await sql<{ state: string }>(
    'registration',
    'SELECT state FROM waiting_entry WHERE id = $1',
    [waitingId],
  );
  return row?.state;
};
const reaches = (waiting: Waiting, state: string) =>
  until(
    () => stateOf(waiting),
    (now) => now === state,
    60,
  );

async function aLine(firstStudent: () => Promise<Candidate> = paid): Promise<Line> {
  const [testSessionId, seated, one, two] = await Promise.all([
    aSession({ seats: 1 }),
    paid(),
    firstStudent(),
    paid(),
  ]);
  await until(
    () => book(seated.person, seated.registrationId, testSessionId),
    ({ status }) => status !== 503,
  );
  const first = await inLine(one, testSessionId);
  return { testSessionId, seated, first, second: await inLine(two, testSessionId) };
}

/** Creates the same line, with the seat offered to the first student. */
async function anOffer(firstStudent?: () => Promise<Candidate>): Promise<Line> {
  const line = await aLine(firstStudent);
  const { registrationId, person } = line.seated;
  await person.do(cancelSession, { registrationId });
  await reaches(line.first, 'offered');
  return line;
}

/** Returns how many events announced each change of an entry. */
const announcementsOf = async ({ waitingId }: Waiting): Promise<Record<string, number>> => {
  const rows = await sql<{ type: string; n: number }>(
    'registration',
    `SELECT substr(type, 22) AS type, count(*)::integer AS n FROM outbox
     WHERE type LIKE 'registration.waiting_%' AND type <> 'registration.waiting_joined'
       AND payload->'data'->>'waitingId' = $1 GROUP BY type ORDER BY type`,
    [String(waitingId)],
  );
  return Object.fromEntries(rows.map(({ type, n }) => [type, n]));
};
const bookingsOf = async ({ registrationId }: Candidate): Promise<number> =>
  (
    await sql(
      'registration',
      `SELECT 1 FROM outbox WHERE type = 'registration.session_booked'
       AND (payload->'data'->>'registrationId')::bigint = $1`,
      [registrationId],
    )
  ).length;
/** Returns the free seats, those that are passed on to the line, and those that offers hold. */
async function seatsOf(testSessionId: number) {
  const [session] = await sql<{ seats_left: number; passed_seats: number }>(
    'registration',
    'SELECT seats_left, passed_seats FROM session WHERE id = $1',
    [testSessionId],
  );
  const held = await sql<{ waiting_id: string }>(
    'registration',
    'SELECT waiting_id FROM seat_hold WHERE session_id = $1',
    [testSessionId],
  );
  return {
    left: session?.seats_left,
    passed: session?.passed_seats,
    held: held.map(({ waiting_id: id }) => Number(id)),
  };
}
const mailedOnce = async ({ email }: Candidate, subject: RegExp): Promise<number> =>
  (
    await until(
      async () => (await mailsTo(email)).filter((mail) => subject.test(mail.subject)),
      (mails) => mails.length > 0,
      60,
    )
  ).length;

/** Asks as the page does, with one key, until the request is accepted. */
async function takenUp(person: Person, call: CallSpec, input: object): Promise<void> {
  const key = randomUUID();
  await until(
    () => person.ask(call, input, key).catch(() => null),
    (answer) => answer?.status === 200 || answer?.status === 202,
    60,
    150,
  );
}

/** Expects that the first student has the seat, or has lost it to the second. */
async function expectGiven(
  { testSessionId, first, second }: Line,
  mark: string,
  to: 'first' | 'second',
  how = 'ended',
): Promise<void> {
  await reaches(first, to === 'first' ? 'accepted' : how);
  if (to === 'second') await reaches(second, 'offered');
  const facts = [
    await announcementsOf(first),
    await announcementsOf(second),
    await seatsOf(testSessionId),
  ];
  expect([mark, await bookingsOf(first), ...facts]).toEqual(
    to === 'first'
      ? [mark, 1, { accepted: 1, offered: 1 }, {}, { left: 0, passed: 0, held: [] }]
      : [
          mark,
          0,
          { ended: 1, offered: 1 },
          { offered: 1 },
          { left: 0, passed: 0, held: [second.waitingId] },
        ],
  );
}

/** Kill -9 at every marked step of a waiting list. R-537 */
export function waitingKills(hurt: () => HurtPortal): void {
  test('F1: registration that dies during an offer loses no seat, and offers and mails once', () =>
    killedEverywhere(hurt(), {
      steps: /^registration (cancelSession|offerSeats)\./,
      atLeast: 2,
      prepare: aLine,
      act: async ({ seated: { person, registrationId }, first }) => {
        await persist(person, cancelSession, { registrationId });
        await reaches(first, 'offered');
      },
      expectDoneOnce: async ({ testSessionId, first, second }, mark) => {
        const facts = [
          await announcementsOf(first),
          await announcementsOf(second),
          await seatsOf(testSessionId),
        ];
        expect([mark, ...facts]).toEqual([
          mark,
          { offered: 1 },
          {},
          { left: 0, passed: 0, held: [first.waitingId] },
        ]);
        expect([mark, await mailedOnce(first, /^A place is free for/)]).toEqual([mark, 1]);
      },
    }));

  test('F1: registration that dies at the marked step of joining gives one place in line', () =>
    killedEverywhere(hurt(), {
      steps: /^registration joinWaitingList\./,
      atLeast: 1,
      prepare: async () => ({ line: await aLine(), third: await wanting() }),
      act: ({ line: { testSessionId }, third: { person, registrationId } }) =>
        persist(person, joinWaitingList, { registrationId, testSessionId }),
      expectDoneOnce: async ({ third }, mark) => {
        const entries = await sql(
          'registration',
          'SELECT place FROM waiting_entry WHERE registration_id = $1',
          [third.registrationId],
        );
        expect([mark, entries]).toEqual([mark, [{ place: 3 }]]);
      },
    }));

  test('F1: registration that dies during an acceptance books the held seat once', () =>
    killedEverywhere(hurt(), {
      steps: /^registration answerWaitingOffer\./,
      atLeast: 1,
      prepare: anOffer,
      act: ({ first: { person, waitingId } }) =>
        persist(person, answerWaitingOffer, { waitingId, answer: 'accept' }),
      expectDoneOnce: (line, mark) => expectGiven(line, mark, 'first'),
    }));

  test('F1: a service that dies while an offer is paid charges once, after the acceptance', () =>
    killedEverywhere(hurt(), {
      steps: /^(payments payFees|registration (holdSeat|answerWaitingOffer))\S*\./,
      atLeast: 5,
      prepare: async () => {
        const line = await anOffer(wanting);
        expect(await charged(line.first.id)).toEqual([]);
        return { line, card: await someCard() };
      },
      act: async ({ line: { first, testSessionId: sessionId }, card }) => {
        const { person, registrationId, exam, waitingId } = first;
        await persist(person, payProctorFee, {
          examId: exam.id,
          registrationId,
          sessionId,
          proctorFee: 15,
          amount: 15,
          ...card,
        });
        await persist(person, answerWaitingOffer, { waitingId, answer: 'accept' });
      },
      expectDoneOnce: async ({ line }, mark) => {
        await expectGiven(line, mark, 'first');
        expect([mark, (await charged(line.first.id)).map(({ amount }) => Number(amount))]).toEqual([
          mark,
          [15],
        ]);
      },
    }));

  test('F1: registration that dies after a refusal passes the seat to the next, once', () =>
    killedEverywhere(hurt(), {
      steps: /^registration (answerWaitingOffer|releaseHolds|offerSeats)\./,
      atLeast: 3,
      prepare: anOffer,
      act: async ({ first: { person, waitingId }, second }) => {
        await persist(person, answerWaitingOffer, { waitingId, answer: 'decline' });
        await reaches(second, 'offered');
      },
      expectDoneOnce: (line, mark) => expectGiven(line, mark, 'second', 'declined'),
    }));

  test('F1: registration that dies during an expiry passes the seat on and mails once', () =>
    killedEverywhere(hurt(), {
      steps: /^registration (expireOffer|releaseHolds|offerSeats)\./,
      atLeast: 3,
      prepare: anOffer,
      act: async ({ first, second }) => {
        await letOfferEnd(first);
        await reaches(second, 'offered');
      },
      expectDoneOnce: async (line, mark) => {
        await expectGiven(line, mark, 'second', 'expired');
        const mails = await mailedOnce(line.first, /^The place for .* was not taken$/);
        expect([mark, mails]).toEqual([mark, 1]);
      },
    }));

  test('F1: registration that dies when a student leaves passes the seat on once', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    await killedEverywhere(hurt(), {
      steps: /^registration leaveWaitingList\./,
      atLeast: 1,
      prepare: anOffer,
      act: ({ first: { person, waitingId } }) => persist(person, leaveWaitingList, { waitingId }),
      expectDoneOnce: (line, mark) => expectGiven(line, mark, 'second', 'left'),
    });
    await killedEverywhere(hurt(), {
      steps: /^registration changeWaiting\./,
      atLeast: 1,
      prepare: anOffer,
      act: ({ first: { waitingId } }) =>
        persist(admin, changeWaiting, { waitingId, action: 'remove', reason: 'By phone' }),
      expectDoneOnce: (line, mark) => expectGiven(line, mark, 'second', 'removed'),
    });
  });

  test('F1: registration that dies during a move renews the open offer once', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    await killedEverywhere(hurt(), {
      steps: /^registration (moveSession|offerSeats)\S*\./,
      atLeast: 3,
      prepare: anOffer,
      act: async ({ testSessionId, first }) => {
        const move = { testSessionId, version: 0, date: DAY, testSessionTime: '11:00' };
        const shown = await admin.ask(moveOfficeSession, {
          ...move,
          confirmDay: true,
          dryRun: true,
        });
        const { previewHash } = MovePreview.parse(shown.body);
        await takenUp(admin, moveOfficeSession, { ...move, confirmDay: true, previewHash });
        await until(
          () => announcementsOf(first),
          ({ offered }) => offered === 2,
          60,
        );
      },
      expectDoneOnce: async ({ testSessionId, first, second }, mark) => {
        const facts = [
          await announcementsOf(first),
          await announcementsOf(second),
          await seatsOf(testSessionId),
        ];
        expect([mark, ...facts]).toEqual([
          mark,
          { offer_withdrawn: 1, offered: 2 },
          {},
          { left: 0, passed: 0, held: [first.waitingId] },
        ]);
      },
    });
  });

  test('F1: registration that dies while calling off ends the line and holds once', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    await killedEverywhere(hurt(), {
      steps: /^registration callOffSession\S*\./,
      atLeast: 2,
      prepare: anOffer,
      act: async ({ testSessionId, first, second }) => {
        const choice = { testSessionId, version: 0, proctorFees: 'keep' } as const;
        const shown = await admin.ask(callOffOfficeSession, { ...choice, dryRun: true });
        const { previewHash } = CallOffPreview.parse(shown.body);
        await takenUp(admin, callOffOfficeSession, { ...choice, previewHash });
        for (const one of [first, second]) await reaches(one, 'ended');
        await until(
          () => seatsOf(testSessionId),
          ({ left }) => left === 1,
          60,
        );
      },
      expectDoneOnce: async ({ testSessionId, first, second }, mark) => {
        const facts = [
          await announcementsOf(first),
          await announcementsOf(second),
          await seatsOf(testSessionId),
        ];
        expect([mark, ...facts]).toEqual([
          mark,
          { ended: 1, offered: 1 },
          { ended: 1 },
          { left: 1, passed: 0, held: [] },
        ]);
      },
    });
  });

  test('F1: registration that dies while closing a list notifies each student once', () =>
    killedEverywhere(hurt(), {
      steps: /^registration closeLine\./,
      atLeast: 1,
      prepare: aLine,
      act: async ({ testSessionId, first, second }) => {
        await sql(
          'registration',
          `UPDATE session SET starts_at = now() + interval '3 hours' WHERE id = $1`,
          [testSessionId],
        );
        for (const one of [first, second]) await reaches(one, 'ended');
      },
      expectDoneOnce: async ({ first, second }, mark) => {
        for (const one of [first, second]) {
          const mails = await mailedOnce(one, /^No place came free for/);
          expect([mark, await announcementsOf(one), mails]).toEqual([mark, { ended: 1 }, 1]);
        }
      },
    }));
}
