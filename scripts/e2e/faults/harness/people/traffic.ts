import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallInput, CallSpec } from '@portal/contract/call';
import {
  cancelExamRegistration,
  getAllExamsAccordingStudent,
  onlineExamRegistration,
} from '@portal/contract/exams/exams';
import { recordSchoolPayment } from '@portal/contract/schools/office';
import { findStudent, getStudent } from '@portal/contract/students/lookup';
import { until } from '../../../../portal/until.ts';
import type { Person } from '../../../../portal-user/person.ts';
import { aSchool, balanceOf } from '../../../people/schools.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import { RIVALS_EXAM } from './rivals.ts';

/** People pause between clicks; they continue while a service starts, which takes seconds. */
const BETWEEN_MS = 30;
/** Dollars of each payment that the office records. */
const PAYMENT = 10;

/**
 * An office and a student who are never idle: the office looks a student up and records payments of
 * a school, the student registers an exam and cancels it. Each makes one call after the other;
 * failures are kept.
 */
export class Traffic {
  /** The failures, one line each. */
  readonly failures: string[] = [];
  #going = true;
  #answers = 0;
  #payments = 0;
  #ended: Promise<unknown> = Promise.resolve();
  readonly #schoolId: number;

  private constructor(schoolId: number) {
    this.#schoolId = schoolId;
  }

  static async begin(): Promise<Traffic> {
    const [school, clerk, cashier, student] = await Promise.all([
      aSchool({ balance: 100 }),
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_ADMIN'),
      aStudent({ credits: [{ credits: 6, proctorFeeCents: 0 }] }),
    ]);
    const traffic = new Traffic(school.id);
    traffic.#ended = Promise.all([
      traffic.#again(() => traffic.#lookUp(clerk, student)),
      traffic.#again(() => traffic.#noteAPayment(cashier)),
      traffic.#again(() => traffic.#registerAndGiveUp(student.person)),
    ]);
    await traffic.more(12);
    return traffic;
  }

  /** Waits until so many more calls were answered. */
  async more(calls: number): Promise<void> {
    const end = this.#answers + calls;
    await until(
      async () => this.#answers,
      (answers) => answers >= end || this.failures.length > 0,
    );
  }

  /** Ends it; returns the balance of the school, and the balance that it must have. */
  async end(): Promise<{ balance: number; noted: number }> {
    this.#going = false;
    await this.#ended;
    return { balance: await balanceOf(this.#schoolId), noted: 100 + this.#payments * PAYMENT };
  }

  async #again(work: () => Promise<void>): Promise<void> {
    while (this.#going) {
      await work().catch((error: unknown) => this.failures.push(String(error)));
      if (this.failures.length > 0) return;
    }
  }

  async #ask<Spec extends CallSpec>(person: Person, spec: Spec, input: CallInput<Spec>) {
    const { status, body } = await person.ask(spec, input, randomUUID());
    if (status !== 200) throw new Error(`${spec.path}: ${status} ${body.code}`);
    this.#answers++;
    await pause(BETWEEN_MS);
    return body;
  }

  async #lookUp(person: Person, student: { id: number; lastName: string }): Promise<void> {
    await this.#ask(person, findStudent, { lastName: student.lastName });
    await this.#ask(person, getStudent, { studentId: student.id });
  }

  async #noteAPayment(person: Person): Promise<void> {
    const { schoolPaymentBalance } = await this.#ask(person, recordSchoolPayment, {
      schoolId: this.#schoolId,
      amount: PAYMENT,
      date: '2026-01-05',
    });
    this.#payments++;
    const noted = 100 + this.#payments * PAYMENT;
    if (schoolPaymentBalance !== noted)
      throw new Error(`the school has ${schoolPaymentBalance} and not ${noted}`);
  }

  async #registerAndGiveUp(person: Person): Promise<void> {
    const { registrationId } = await this.#ask(person, onlineExamRegistration, {
      examId: RIVALS_EXAM,
    });
    await this.#ask(person, getAllExamsAccordingStudent, {});
    await this.#ask(person, cancelExamRegistration, { registrationId: registrationId as number });
  }
}
