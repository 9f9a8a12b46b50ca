import { talReleaseExams } from '@portal/contract/seminary/redemption';
import { chargeAndJoin } from '@portal/contract/seminary/study';
import { getStudent } from '@portal/contract/students/lookup';
import { aStudyCard, type Program } from '../../../e2e/people/tti-students.ts';
import type { Client } from '../client.ts';
import { cents } from '../students/about.ts';

/** A seminary student whose exams can be redeemed for some credits. */
export interface Redeemable {
  readonly studentId: number;
  readonly seminaryStudentId: number;
  readonly credits: number;
}
/** A person who wants to join a programme of TTI. */
export interface Interested {
  readonly id: string;
  readonly program: Program;
}

/** Redeems exams of seminary students, and takes payments of seminary study. */
export class Admissions {
  readonly #client: Client;
  readonly #redeemable: Redeemable[];
  readonly #interested: Interested[];
  readonly #lookedAt: number;

  constructor(
    client: Client,
    redeemable: readonly Redeemable[],
    interested: readonly Interested[],
  ) {
    this.#client = client;
    this.#redeemable = [...redeemable];
    this.#interested = [...interested];
    this.#lookedAt = redeemable[0]?.studentId ?? 0;
  }

  async step(): Promise<void> {
    const what = this.#client.chance.weighed({
      redeem: this.#redeemable.length,
      join: this.#interested.length,
      look: 2,
    });
    if (what === 'redeem') await this.#redeem(this.#redeemable.pop() as Redeemable);
    if (what === 'join') await this.#join(this.#interested.pop() as Interested);
    if (what === 'look') await this.#client.read(getStudent, { studentId: this.#lookedAt });
  }

  async #redeem({ studentId, seminaryStudentId, credits }: Redeemable): Promise<void> {
    await this.#client.change(
      talReleaseExams,
      { student_id: studentId, seminaryStudentId, release: true },
      {
        studentId,
        effect: () => ({
          credits: -credits,
          partner: `redeemed ${seminaryStudentId}`,
        }),
      },
    );
  }

  async #join({ id, program }: Interested): Promise<void> {
    const method = await aStudyCard('TTI').catch(() => null);
    if (!method) return void this.#interested.push({ id, program });
    const order = {
      ttiStudentId: id,
      programId: program.programId,
      programName: program.name,
      paymentTo: 'TTI',
      fullJoin: true,
      amount: program.price,
      ...method,
    };
    const ended = await this.#client.change(chargeAndJoin, order as never, {
      intent: { customer: `TTI-${id}` },
      effect: () => ({
        charged: cents(program.price),
        partner: `tti ${id} ${cents(program.price)}`,
      }),
    });
    if (!ended.isDone && ended.code === 'partner_failed') this.#interested.unshift({ id, program });
  }
}
