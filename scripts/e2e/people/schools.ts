import { randomInt, randomUUID } from 'node:crypto';
import type { BulkProgress, BulkResult } from '@portal/contract/schools';
import { bulkRegistrationRun, payRegisterAndSchedule } from '@portal/contract/schools';
import { inDatabase, sql } from '../../portal/databases.ts';
import { asTool, tool } from '../../portal/services.ts';
import { startIn } from '../../portal/start-in.ts';
import { until } from '../../portal/until.ts';
import type { Person } from '../../portal-user/person.ts';
import { signedInStaff } from './staff.ts';
import { aStudent, type SignedIn } from './students.ts';

/** A school of one test; no other test orders for it. No call creates schools yet. */
export interface TestSchool {
  readonly id: number;
  readonly name: string;
  /** A session of the school, three weeks from now. */
  readonly sessionId: number;
}

/** Price of a credit in dollars for non-members at a test school that prepays. */
export const SCHOOL_PRICE = 45;
/** Cohort of test schools; those of the demo data change with the years. */
const COHORT = '2026-2027';

/** Stores a school; it prepays when a balance, in dollars, is given. */
export async function aSchool({
  balance,
  name: givenName,
}: {
  balance?: number;
  name?: string;
} = {}): Promise<TestSchool> {
  const id = randomInt(100_000, 2_000_000_000);
  const name = givenName ?? `School ${id}`;
  await inDatabase('schools', async (ask) => {
    await ask(
      `INSERT INTO school (id, name, gender, latest_cohort, charge_school, member_price_cents,
         nonmember_price_cents)
       VALUES ($1, $2, '3', $3, $4, $5, $6)`,
      [
        id,
        name,
        COHORT,
        balance !== undefined,
        balance === undefined ? null : 3800,
        balance === undefined ? null : SCHOOL_PRICE * 100,
      ],
    );
  });
  if (balance) await paidIn(id, balance);
  return { id, name, sessionId: await aSchoolSession(id) };
}

/** Stores a payment of a school, in dollars. */
async function paidIn(schoolId: number, amount: number): Promise<void> {
  await sql(
    'schools',
    `WITH entry AS (
       INSERT INTO balance_entry (school_id, kind, entered_at, day, comment, entered_by)
       VALUES ($1, 'manual_payment', now(), now()::date, 'Test', 'e2e') RETURNING id)
     INSERT INTO balance_line (entry_id, account, amount_cents)
     SELECT id, 'balance', $2::bigint FROM entry
     UNION ALL SELECT id, 'cash', -$2::bigint FROM entry`,
    [schoolId, amount * 100],
  );
}

/**
 * Creates a session of a school. By default it is open to all students and three weeks from now.
 */
export async function aSchoolSession(
  schoolId: number,
  about: { inHours?: number; closingDate?: string; gender?: string } = {},
): Promise<number> {
  const { inHours = 21 * 24, closingDate = '2099-12-31', gender = '3' } = about;
  const session = { sessionType: '22', schoolId, gender, startsAt: startIn(inHours), closingDate };
  const { sessionIds } = await tool.sessions.createSessions(
    { sessions: [session] },
    asTool(randomUUID()),
  );
  return sessionIds[0] as number;
}

/** Signs in a new admin of a school. */
export const schoolAdminOf = (school: TestSchool): Promise<Person> =>
  signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: school.id });

/** Creates a student of a school, a non-member, and signs them in. */
export const aSchoolStudent = (
  schoolId: number,
  about: Parameters<typeof aStudent>[0] = {},
): Promise<SignedIn> => aStudent({ schoolId, cohort: COHORT, ...about });

export interface Chosen {
  student: { id: number };
  exams: readonly number[];
  ccId?: string;
  amount?: number;
}

/** Returns an order as the page sends it. */
export const bulkOrder = (
  school: TestSchool,
  chosen: readonly Chosen[],
  about: Record<string, unknown> = {},
) => ({
  session: { testSessionId: school.sessionId },
  schoolId: school.id,
  sendStudyMaterials: false,
  studentInfos: chosen.map(({ student, exams, ccId, amount }) => ({
    studentId: student.id,
    exams: exams.map((examId) => ({ examId })),
    ccId: ccId ?? null,
    ...(amount === undefined ? {} : { amount }),
  })),
  ...about,
});

const isProgress = (state: BulkResult | BulkProgress): state is BulkProgress =>
  state.state === 'processing';

/**
 * Orders, and polls as the page does until the run has ended. Retries with the same key and body
 * while the portal does not answer.
 */
export async function bulkRun(
  person: Person,
  order: ReturnType<typeof bulkOrder>,
  key: string = randomUUID(),
): Promise<BulkResult> {
  const first = await until(
    () => person.ask(payRegisterAndSchedule, order, key).catch(() => null),
    (got) => got !== null && got.status < 500 && got.body.code !== 'request_in_progress',
    60,
    200,
  );
  if (first === null || first.status >= 300)
    throw new Error(`not ordered: ${first?.status} ${JSON.stringify(first?.body)}`);
  if (!isProgress(first.body)) return first.body;
  const { runId } = first.body;
  const last = await until(
    () => person.ask(bulkRegistrationRun, { runId }).catch(() => null),
    (got) => got?.status === 200,
    150,
    200,
  );
  return last?.body as BulkResult;
}

/** Returns the balance of a school, in dollars. */
export async function balanceOf(schoolId: number): Promise<number> {
  const [row] = await sql<{ balance_cents: string }>(
    'schools',
    'SELECT balance_cents FROM school_balance WHERE school_id = $1',
    [schoolId],
  );
  return Number(row?.balance_cents ?? 0) / 100;
}

/** Returns the states of a student's registrations, including hidden ones, oldest first. */
export async function registrationStates(studentId: number): Promise<string[]> {
  const rows = await sql<{ status: string }>(
    'registration',
    'SELECT status FROM registration WHERE student_id = $1 ORDER BY id',
    [studentId],
  );
  return rows.map(({ status }) => status);
}
