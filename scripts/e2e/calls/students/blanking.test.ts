import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { addPaymentMethod } from '@portal/contract/seminary/study';
import { login } from '@portal/contract/students/auth';
import { blankStudent, getDataRequests, requestMyData } from '@portal/contract/students/my-data';
import { getCreditsInfo, getStudentInfo } from '@portal/contract/students/student';
import { getStudentFile } from '@portal/contract/students/student-file';
import { adminGetStudentInfo } from '@portal/contract/students/student-info';
import { steadyNow } from '@portal/kit/steady-clock';
import { type ServiceName, sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { tablesThatName } from '../../../portal/personal-data.ts';
import { savedAtProcessor } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { booked, examThat, isPlain, registered, savedCard } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { aKnownEverywhere } from '../../people/known-everywhere.ts';
import { aSeminarian } from '../../people/seminary-students.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, type SignedIn } from '../../people/students.ts';
import { aBankAccount, anOwnInterested, aStudyCard } from '../../people/tti-students.ts';
import { refusal } from '../every-call/refusal.ts';

let [superAdmin, admin]: Person[] = [];
beforeAll(async () => {
  [superAdmin, admin] = await Promise.all([
    signedInStaff('ROLE_SUPER_ADMIN'),
    signedInStaff('ROLE_ADMIN'),
  ]);
});
const boss = () => superAdmin as Person;

const nameOf = ({ firstName, lastName }: SignedIn): string => `${firstName} ${lastName}`;
const orderFor = (student: SignedIn) => ({
  student_id: student.id,
  reason: 'Asked for by letter',
  confirmName: nameOf(student),
});
const ask = (input: object, key: string = randomUUID()) => boss().ask(blankStudent, input, key);

/** Moves the end of the withdrawal period into the past. */
const timeIsOver = (studentId: number) =>
  sql('identity', 'UPDATE blanking SET blank_on = now() WHERE student_id = $1', [studentId]);
const blankingOf = async (studentId: number) => {
  const [row] = await sql<{ done_at: Date | null; blank_on: Date; begun_at: Date | null }>(
    'identity',
    `SELECT done_at, blank_on, begun_at FROM blanking
     WHERE student_id = $1 AND withdrawn_at IS NULL`,
    [studentId],
  );
  return row;
};
const blanked = async (studentId: number) => {
  await timeIsOver(studentId);
  await until(
    () => blankingOf(studentId),
    (row) => row?.done_at != null,
    60,
  );
};

/** Returns the tables of lines such as 'identity.student: {...}'. */
const placesOf = (held: readonly string[]): string[] =>
  held.map((line) => line.split(':')[0] ?? '');

/** Returns the sums of the ledgers for a student, by account. */
async function sumsOf(studentId: number): Promise<unknown[]> {
  const of = (service: ServiceName, statement: string) => sql(service, statement, [studentId]);
  return Promise.all([
    of(
      'payments',
      `SELECT line.account, sum(line.amount_cents) FROM payment p
       JOIN money_entry entry ON entry.payment_id = p.id
       JOIN money_line line ON line.entry_id = entry.id
       WHERE p.student_id = $1 GROUP BY 1 ORDER BY 1`,
    ),
    of(
      'payments',
      'SELECT sum(amount_cents) AS paid, count(*) AS payments FROM payment WHERE student_id = $1',
    ),
    of(
      'registration',
      `SELECT id, status, credits_spent, proctor_fee_cents FROM registration
       WHERE student_id = $1 ORDER BY id`,
    ),
  ]);
}

describe('blankStudent', () => {
  test('removes personal data after 72 hours, and keeps money and registrations', async () => {
    const student = await aKnownEverywhere(admin as Person, { credits: 6 });
    const { id, person, email, last4ssn } = student;
    const { texts } = student.names;
    expect(placesOf(await tablesThatName({ texts }))).toEqual(
      expect.arrayContaining([...student.tables]),
    );
    const exam = await booked(person, await examThat(person, isPlain), await aSession());
    await sql('registration', "UPDATE registration SET status = 'taken' WHERE id = $1", [
      exam.registrationId,
    ]);
    await person.ask(requestMyData, {}, randomUUID());
    const before = await sumsOf(id);

    const { status, body } = await ask({ ...orderFor(student), forfeitCredits: true });
    expect([status, body.code]).toEqual([200, undefined]);
    const hours = (Date.parse(body.blankOn) - steadyNow().getTime()) / 3_600_000;
    expect(Math.round(hours)).toBe(72);
    expect(body.blanked.length).toBeGreaterThan(5);
    expect(body.kept.length).toBeGreaterThan(2);
    // the student is signed out at once, and gets an email
    expect((await person.ask(getCreditsInfo, {})).status).toBe(401);
    expect((await person.askInTurn(login, { email, password: student.password })).status).toBe(403);
    const mail = await mailTo(email, /^Your personal data will be removed on /);
    expect(mail.text).toContain('call the office before');

    await blanked(id);
    // an event updates the projections
    await until(
      () =>
        sql('registration', "SELECT 1 FROM student_copy WHERE id = $1 AND first_name = 'Removed'", [
          id,
        ]),
      (rows) => rows.length === 1,
    );
    expect(placesOf(await tablesThatName({ texts }))).toEqual([]);
    expect(
      await sql(
        'identity',
        'SELECT first_name, last_name, dob::text, last4_ssn FROM student WHERE id = $1',
        [id],
      ),
    ).toEqual([
      { first_name: 'Removed', last_name: `Student ${id}`, dob: '1900-01-01', last4_ssn: '0000' },
    ]);
    expect(last4ssn).not.toBe('0000');
    expect(await sql('payments', 'SELECT 1 FROM card WHERE student_id = $1', [id])).toEqual([]);
    expect(await sumsOf(id)).toEqual(before);
    const [left] = await sql<{ credits: string }>(
      'payments',
      'SELECT COALESCE(sum(balance), 0) AS credits FROM lot WHERE student_id = $1',
      [id],
    );
    expect(Number(left?.credits)).toBe(0);
    const { student: shown, transactionLogs } = await boss().do(adminGetStudentInfo, {
      student_id: id,
    });
    expect(shown).toMatchObject({ firstName: 'Removed', lastName: `Student ${id}` });
    expect(transactionLogs[0]).toMatchObject({
      transaction_type: 'A',
      transactiontype: 'Adjustment',
      balance: 0,
    });
    for (const read of [getStudentInfo, getStudentFile])
      expect([read.path, (await boss().ask(read, { student_id: id })).status]).toEqual([
        read.path,
        200,
      ]);
    expect(refusal(await ask({ ...orderFor(student), forfeitCredits: true }))).toMatchObject({
      status: 409,
      code: 'already_blanked',
      detail: "This person's data has been removed.",
    });
  });

  test('changes nothing in a preview; a super admin may withdraw within 72 hours', async () => {
    const student = await aStudent();
    const dry = await boss().ask(blankStudent, { student_id: student.id, dryRun: true });
    expect(dry).toMatchObject({
      status: 200,
      body: { creditsForfeited: 0, blanked: expect.any(Array) },
    });
    expect(await blankingOf(student.id)).toBeUndefined();
    expect((await student.person.ask(getCreditsInfo, {})).status).toBe(200);
    const key = randomUUID();
    const first = await ask(orderFor(student), key);
    expect(await ask(orderFor(student), key)).toMatchObject({ status: 200, body: first.body });
    const { items } = await boss().do(getDataRequests, { pageSize: 200 });
    expect(items.find(({ studentId }) => studentId === student.id)).toMatchObject({
      kind: 'blanking',
      state: 'waiting',
      by: 'Test Staff',
      until: first.body.blankOn,
    });
    expect((await ask({ ...orderFor(student), withdraw: true })).status).toBe(200);
    await until(
      () => student.person.askInTurn(login, { email: student.email, password: student.password }),
      ({ status }) => status === 200,
    );
    // nothing is left to withdraw, and it can be ordered again
    expect(refusal(await ask({ ...orderFor(student), withdraw: true }))).toMatchObject({
      status: 404,
      code: 'request_not_found',
    });
    expect((await ask(orderFor(student))).status).toBe(200);
  });

  test('requires the forfeit of credits and the typed name', async () => {
    const student = await aStudent({ credits: 2 });
    expect(refusal(await ask(orderFor(student)))).toEqual({
      status: 409,
      code: 'has_credits',
      detail: 'The student has 2 credits.',
    });
    const wrong = { ...orderFor(student), forfeitCredits: true, confirmName: 'Somebody Else' };
    expect(refusal(await ask(wrong))).toEqual({
      status: 422,
      code: 'name_differs',
      detail: 'The name does not match.',
    });
    const { reason: _, ...unsaid } = orderFor(student);
    expect((await ask(unsaid)).status).toBe(422);
  });

  test('refuses while matters are open, with a reason for each', async () => {
    const student = await aStudent({ credits: 3 });
    await registered(student.person, await examThat(student.person, isPlain));
    await sql(
      'payments',
      `INSERT INTO payment (invoice_number, student_id, purpose, amount_cents, state, attempted_at,
         created_by)
       VALUES ($1, $2, 'e2e', 100, 'declined', now(), 'e2e')`,
      [randomUUID().slice(0, 18), student.id],
    );
    await aSeminarian(boss(), student, []).then((seminaryId) =>
      sql('seminary', 'UPDATE seminary_student SET student_id = $2 WHERE id = $1', [
        seminaryId,
        student.id,
      ]),
    );
    const { status, body } = await ask({ ...orderFor(student), forfeitCredits: true });
    expect([status, body.code, body.detail]).toEqual([
      409,
      'cannot_blank',
      'This cannot be done yet.',
    ]);
    expect([...(body.reasons ?? [])].sort()).toEqual([
      'An exam registration is open.',
      'Seminary exams are not redeemed.',
    ]);
  });

  test("deletes the processor's saved cards and bank accounts too", async () => {
    const student = await anOwnInterested();
    const { ttiStudentId, programs } = student;
    await savedCard(student.person);
    await savedCard(student.person);
    const programId = programs[0]?.programId as number;
    for (const [paymentTo, method] of [
      ['TTI', await aBankAccount('TTI')],
      ['TTINJ', await aStudyCard('TTINJ')],
    ] as const)
      await student.person.do(addPaymentMethod, { ttiStudentId, programId, paymentTo, ...method });
    const saved = async () => [
      (await savedAtProcessor(String(student.id))).length,
      (await savedAtProcessor(`TTI-${ttiStudentId}`)).length,
    ];
    expect(await saved()).toEqual([2, 2]);
    await ask(orderFor(student));
    await blanked(student.id);
    expect(await saved()).toEqual([0, 0]);
    for (const statement of [
      'SELECT 1 FROM card WHERE student_id::text = $1',
      'SELECT 1 FROM card_customer WHERE student_id::text = $1',
    ])
      expect(await sql('payments', statement, [String(student.id)])).toEqual([]);
    for (const table of ['study_method', 'study_customer', 'payment'])
      expect(
        await sql('payments', `SELECT 1 FROM ${table} WHERE tti_student_id = $1`, [ttiStudentId]),
      ).toEqual([]);
  });
});
