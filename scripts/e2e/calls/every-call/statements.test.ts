import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { CallAnswer, CallSpec } from '@portal/contract/call';
import {
  cancelExamRegistration,
  getAllExamsAccordingStudent,
  onlineExamRegistration,
} from '@portal/contract/exams/exams';
import { purchaseCredits } from '@portal/contract/purchases/payments';
import { cancelSession, scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { login } from '@portal/contract/students/auth';
import { serviceNames, sql } from '../../../portal/databases.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import {
  differences,
  type Figures,
  type Kinds,
  kindOf,
  statementFigures,
  total,
  writeFigures,
} from '../../../test/statements/figures.ts';
import { notedRequestId, statementsOf, traceParentOf } from '../../../test/statements/notes.ts';
import { creditPrice } from '../../cards/credit-price.ts';
import { examsThat, feesPaid, isOfThreeCredits, someCard } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { consumers } from '../../invariants/books.ts';
import { aStudent } from '../../people/students.ts';

/** Each step is taken by so many students; the fewest statements count. */
const TIMES = 3;

const DATA_DIR = process.env['PORTAL_DATA_DIR'] ?? '';

/** The types of the events that a request has caused, and whether each was sent. */
const eventsOf = async (requestId: string): Promise<{ type: string; sent: boolean }[]> =>
  (
    await Promise.all(
      serviceNames.map((service) =>
        sql<{ type: string; sent: boolean }>(
          service,
          `SELECT type, sent_at IS NOT NULL AS sent FROM outbox WHERE trace_parent LIKE $1`,
          [`00-${requestId}-%`],
        ),
      ),
    )
  ).flat();

/** Waits until every consumer has handled the events of a request, and the events of these. */
async function handled(requestId: string): Promise<void> {
  await until(
    async () => {
      const events = await eventsOf(requestId);
      const waiting = (await consumers()).filter(
        ({ event, waiting }) => waiting > 0 && events.some(({ type }) => type === event),
      );
      const unsent = events.filter(({ sent }) => !sent);
      return [...unsent, ...waiting, ...(await eventsOf(requestId)).slice(events.length)];
    },
    (left) => left.length === 0,
    { what: `the events of request ${requestId}`, everyMs: 100 },
  );
}

/** Makes a call; returns its response and the statements of all services, effects included. */
async function counted<Spec extends CallSpec>(
  person: Person,
  spec: Spec,
  input: object,
): Promise<{ body: CallAnswer<Spec>; kinds: Kinds }> {
  const requestId = notedRequestId();
  const { status, body } = await person.send<CallAnswer<Spec>>(
    spec.method,
    spec.path,
    spec.method === 'POST' ? JSON.stringify(input) : undefined,
    { traceparent: traceParentOf(requestId), 'idempotency-key': randomUUID() },
  );
  if (status !== 200) throw new Error(`${spec.path} answered ${status} ${JSON.stringify(body)}`);
  await handled(requestId);
  const kinds: Record<string, number> = {};
  for (const { part, text } of statementsOf(requestId, DATA_DIR)) {
    const kind = kindOf(part, text);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  expect({ path: spec.path, kinds }).not.toEqual({ path: spec.path, kinds: {} });
  return { body, kinds };
}

/** Takes a new student through all steps. */
async function measured(): Promise<Figures> {
  const { person, email, password } = await aStudent();
  const [exam] = (await examsThat(person, isOfThreeCredits)).sort(
    (one, other) => one.id - other.id,
  );
  const { id: examId = 0, credits = 0 } = exam ?? {};
  const [price, sessionId] = [await creditPrice(person), await aSession()];

  const signIn = await counted(person, login, { email, password });
  const examList = await counted(person, getAllExamsAccordingStudent, {});
  const purchase = await counted(person, purchaseCredits, {
    numberOfCredits: credits,
    amount: credits * price,
    ...(await someCard()),
  });
  const register = await counted(person, onlineExamRegistration, { examId });
  const { registrationId } = register.body;
  if (register.body.exam) await feesPaid(person, register.body.exam);
  const book = await counted(person, scheduleSessionForRegistration, { registrationId, sessionId });
  const cancelOfSession = await counted(person, cancelSession, { registrationId });
  const cancelOfExam = await counted(person, cancelExamRegistration, { registrationId });
  return {
    'sign in': signIn.kinds,
    'exam list': examList.kinds,
    'purchase of credits': purchase.kinds,
    register: register.kinds,
    book: book.kinds,
    'cancel session': cancelOfSession.kinds,
    'cancel exam': cancelOfExam.kinds,
  };
}

test('each step takes no more SQL statements than its committed figure, and not far fewer', async () => {
  let fewest: Figures = {};
  for (let time = 0; time < TIMES; time++) {
    const now = await measured();
    fewest = Object.fromEntries(
      Object.entries(now).map(([step, kinds]) => {
        const before = fewest[step];
        return [step, before === undefined || total(kinds) < total(before) ? kinds : before];
      }),
    );
  }
  if (process.env['WRITE_STATEMENTS'] === '1') writeFigures(fewest);
  expect(differences(fewest, statementFigures())).toEqual([]);
});
