import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorsOf } from '@portal/kit/errors';
import { freshDatabase, serveInProcess, type TestDatabase } from '@portal/kit/testing';
import { setForFile } from '@portal/kit/testing/after-test';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { identityErrors } from '@portal/proto/errors/identity';
import { paymentsErrors } from '@portal/proto/errors/payments';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { VendorsServiceDefinition } from '@portal/proto/identity/v1/vendors';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { RedemptionsServiceDefinition } from '@portal/proto/registration/v1/redemptions';

/** As if the part had died: its callers see it unavailable and ask again. */
const gone = () => Object.assign(new Error('gone'), { code: 'ECONNRESET' });
const identityError = errorsOf(identityErrors);
const paymentsError = errorsOf(paymentsErrors);

/** The data of the services around seminary, in memory. */
export class RedemptionWorld {
  db!: TestDatabase;
  /** Students on record. */
  readonly onRecord: {
    id: number;
    firstName: string;
    lastName: string;
    maidenName?: string;
    dob: string;
    last4Ssn: string;
  }[] = [];
  /** Credits of students. */
  readonly balance = new Map<number, number>();
  /** Hidden and graded registrations. */
  readonly registrations = new Map<
    number,
    { runId: string; studentId: number; examId: number; status: 'pending' | 'graded' | 'dropped' }
  >();
  passed: number[] = [];
  untaken: number[] = [];
  /** The requests to TAL, as `path body`. */
  readonly talCalls: { path: string; body: Record<string, unknown> }[] = [];
  isTalAway = false;
  /** The ids of TAL that identity was given, by student. */
  readonly talIds: [number, string][] = [];
  isIdTaken = false;
  /** Runs while identity reads a student. */
  meanwhile: () => Promise<unknown> = () => Promise.resolve();
  /** The next answer of this RPC is lost after its work is done. */
  losesAnswerOf: string | null = null;
  readonly #answers = new Map<string, unknown>();
  readonly #stops: (() => void)[] = [];

  /** Once a key, as the services do. */
  #once<T>(rpc: string, key: string | null, work: () => T): T {
    const name = `${rpc} ${key}`;
    if (!this.#answers.has(name)) this.#answers.set(name, work());
    if (this.losesAnswerOf === rpc) {
      this.losesAnswerOf = null;
      throw gone();
    }
    return this.#answers.get(name) as T;
  }

  async start(): Promise<void> {
    this.db = await freshDatabase('seminary');
    await this.db.run`INSERT INTO seminary (id, name) VALUES (1, 'Machon Rivka')`;
    const tal = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const path = request.url ?? '';
        if (!this.isTalAway)
          this.talCalls.push({ path, body: JSON.parse(Buffer.concat(parts).toString() || '{}') });
        response.writeHead(this.isTalAway ? 503 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ studentId: 'TAL1', resultId: `R${this.talCalls.length}` }));
      });
    });
    await new Promise<void>((ready) => tal.listen(0, '127.0.0.1', ready));
    setForFile({ TAL_URL: `http://127.0.0.1:${(tal.address() as AddressInfo).port}/tal` });
    this.#stops.push(
      () => tal.close(),
      await serveInProcess('IDENTITY_ADDR', [
        standIn(StudentsServiceDefinition, {
          listStudents: async ({ ids }) => {
            await this.meanwhile();
            return { students: this.onRecord.filter(({ id }) => ids.includes(id)) };
          },
          listStudentsOfPairs: async () => ({ students: [] }),
        }),
        standIn(VendorsServiceDefinition, {
          keepTalId: async ({ studentId, talId }) => {
            if (this.isIdTaken) throw identityError('id_taken', 'Leah Roth has this id.');
            this.talIds.push([studentId, talId]);
            return { talId };
          },
        }),
      ]),
      await serveInProcess('CATALOG_ADDR', [
        standIn(ExamsServiceDefinition, {
          getExams: async ({ ids }) => ({
            exams: (ids as number[]).map((id) => ({
              id,
              vendorId: id < 300 ? 1 : 4,
              credits: 3,
              secularNumber: `E-${id}`,
              subject: `Exam ${id}`,
            })),
          }),
        }),
      ]),
      await serveInProcess('PAYMENTS_ADDR', [
        standIn(CreditsServiceDefinition, {
          quoteExamsTogether: async ({ studentId, examIds }) => ({
            missing: Math.max(0, 3 * examIds.length - (this.balance.get(studentId) ?? 0)),
          }),
          spendCreditsTogether: async ({ studentId, exams }, { key }) =>
            this.#once('spend', key, () => {
              const left = (this.balance.get(studentId) ?? 0) - 3 * exams.length;
              if (left < 0) throw paymentsError('not_enough_credits', { missing: -left });
              this.balance.set(studentId, left);
              return {
                exams: (exams as { registrationId: number }[]).map(({ registrationId }) => ({
                  registrationId,
                  spending: { credits: 3 },
                })),
              };
            }),
        }),
      ]),
      await serveInProcess('REGISTRATION_ADDR', [
        standIn(RedemptionsServiceDefinition, {
          readRedemption: async () => ({
            passedExamIds: this.passed,
            untakenExamIds: this.untaken,
            barred: false,
          }),
          reserveRedemption: async ({ runId, studentId, examIds }, { key }) =>
            this.#once('reserve', key, () => ({
              exams: (examIds as number[]).map((examId) => {
                const registrationId = 9001 + this.registrations.size;
                this.registrations.set(registrationId, {
                  runId,
                  studentId,
                  examId,
                  status: 'pending',
                });
                return { examId, registrationId };
              }),
            })),
          confirmRedemption: async ({ exams }, { key }) =>
            this.#once('confirm', key, () => {
              for (const { registrationId } of exams) this.#becomes(registrationId, 'graded');
              return {};
            }),
          dropRedemption: async ({ runId }, { key }) =>
            this.#once('drop', key, () => {
              for (const [id, one] of this.registrations)
                if (one.runId === runId && one.status === 'pending') this.#becomes(id, 'dropped');
              return {};
            }),
        }),
      ]),
    );
  }

  #becomes(id: number, status: 'graded' | 'dropped'): void {
    const one = this.registrations.get(id);
    if (one) this.registrations.set(id, { ...one, status });
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.db.drop();
  }

  #last = 0;
  /** Adds a student on record and their seminary student, with two passed exams to redeem. */
  async aPair(
    given: {
      credits?: number;
      lastName?: string;
      linked?: boolean;
      year?: number;
      exams?: readonly (string | null)[];
    } = {},
  ): Promise<{ studentId: number; seminaryStudentId: number }> {
    const { credits = 6, lastName = 'Roth', linked = false, year = 2024 } = given;
    const studentId = 4000 + ++this.#last;
    const last4Ssn = String(5000 + this.#last);
    const person = { firstName: 'Leah', lastName: 'Roth', dob: '2005-03-15', last4Ssn };
    this.onRecord.push({ id: studentId, ...person });
    this.balance.set(studentId, credits);
    const { id: seminaryStudentId } = await this.db.one<{ id: number }>`
      INSERT INTO seminary_student (first_name, last_name, email, phone, last4_ssn, dob, address,
        city, zip, country, seminary_id, seminary_year, student_id, created_by)
      VALUES ('Leah', ${lastName}, 'leah@seminary.test', '718-555-0100', ${last4Ssn},
        '2005-03-15', '1 Garden Street', 'Brooklyn', '11219', 'United States', 1, ${year},
        ${linked ? studentId : null}, 'admin')
      RETURNING id`;
    for (const [at, comment] of (given.exams ?? ['Pass', 'Pass']).entries())
      await this.db.run`
        INSERT INTO seminary_exam (seminary_student_id, exam_id, actual_taken_date, grade,
          grade_comment)
        VALUES (${seminaryStudentId}, ${101 + at}, '2025-02-01',
          ${comment === 'Pass' ? '90' : null},
          ${comment})`;
    return { studentId, seminaryStudentId };
  }
}
