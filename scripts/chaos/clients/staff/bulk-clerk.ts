import { cancelExamRegistration } from '@portal/contract/exams/exams';
import {
  type BulkProgress,
  type BulkResult,
  bulkRegistrationRun,
  payRegisterAndSchedule,
} from '@portal/contract/schools';
import { getSchoolDetails } from '@portal/contract/schools/office';
import { bulkOrder, type TestSchool } from '../../../e2e/people/schools.ts';
import type { Client } from '../client.ts';
import type { Operation } from '../history.ts';
import { cents } from '../students/about.ts';

/** Registers a few students of a school at once, from its balance, and cancels exams. */
export class BulkClerk {
  readonly #client: Client;
  readonly #school: TestSchool;
  readonly #students: readonly { readonly id: number }[];
  readonly #examIds: readonly number[];
  /** The cost of each registration to the balance, in cents. */
  readonly #costs = new Map<number, number>();

  constructor(
    client: Client,
    {
      school,
      students,
      examIds,
    }: {
      school: TestSchool;
      students: readonly { readonly id: number }[];
      examIds: readonly number[];
    },
  ) {
    this.#client = client;
    this.#school = school;
    this.#students = students;
    this.#examIds = examIds;
  }

  async step(): Promise<void> {
    const { schoolSessionStudents: seated } = await this.#client.read(getSchoolDetails, {
      schoolId: this.#school.id,
    });
    const cancellable = seated.filter(({ registrationId }) => this.#costs.has(registrationId));
    if (cancellable.length > 0 && this.#client.chance.is(cancellable.length / 8))
      await this.#cancel(this.#client.chance.pick(cancellable));
    else await this.#order(seated);
  }

  async #order(seated: readonly { studentId: number; examId: number }[]): Promise<void> {
    const { chance } = this.#client;
    const isTaken = (studentId: number, examId: number) =>
      seated.some((one) => one.studentId === studentId && one.examId === examId);
    const examId = chance.pick(this.#examIds);
    const chosen = this.#students
      .filter(({ id }) => !isTaken(id, examId) && chance.is(0.4))
      .slice(0, 3)
      .map((student) => ({ student, exams: [examId] }));
    if (chosen.length === 0) return;
    const ordered = await this.#client.change(
      payRegisterAndSchedule,
      bulkOrder(this.#school, chosen) as never,
    );
    if (!ordered.isDone) return;
    const result = await this.#endOf(ordered.body);
    if (result) this.#note(ordered.operation, result, examId);
  }

  async #endOf(state: BulkResult | BulkProgress): Promise<BulkResult | undefined> {
    if (state.state === 'finished') return state;
    return this.#client.until(async () => {
      const now = await this.#client.read(bulkRegistrationRun, { runId: state.runId });
      return now.state === 'finished' ? now : undefined;
    });
  }

  /** Records the cost of a finished run, whose registrations are in the session. */
  #note(operation: Operation, result: BulkResult, examId: number): void {
    const taken = cents(result.totalAmtChargedFromSchoolBalance);
    const done = Object.entries(result.registrations).filter(([, { exams }]) =>
      exams[examId]?.startsWith('success'),
    );
    for (const [studentId] of done) {
      const row = result.studentsPerSession.find(
        (one) => one.studentId === Number(studentId) && one.examId === examId,
      );
      if (row) this.#costs.set(row.registrationId, Math.round(taken / done.length));
    }
    operation.effect = {
      school: {
        id: this.#school.id,
        cents: -taken,
        ...(result.schoolCurrentBalance === null
          ? {}
          : { after: cents(result.schoolCurrentBalance) }),
      },
    };
  }

  async #cancel({
    registrationId,
    studentId,
  }: {
    registrationId: number;
    studentId: number;
  }): Promise<void> {
    const cost = this.#costs.get(registrationId) ?? 0;
    const ended = await this.#client.change(
      cancelExamRegistration,
      {
        registrationId,
        student_id: studentId,
        adminCancelReason: 2,
        isSchoolRegistration: true,
      } as never,
      {
        effect: ({ schoolCurrentBalance }) => ({
          school: {
            id: this.#school.id,
            cents: cost,
            ...(typeof schoolCurrentBalance === 'number'
              ? { after: cents(schoolCurrentBalance) }
              : {}),
          },
        }),
      },
    );
    if (ended.isDone) this.#costs.delete(registrationId);
  }
}
