import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '@portal/kit/auth/actor';
import { client } from '@portal/kit/grpc/client';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import { PurchasesServiceDefinition } from '@portal/proto/payments/v1/purchases';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { CREDIT_CENTS, cardOf, type ExamFacts } from '../facts/facts.ts';
import type { World } from '../world.ts';
import { answerLine, join, type LineStudent } from './in-line.ts';
import { type Click, type Outcomes, Person } from './person.ts';

const registrations = client(RegistrationsServiceDefinition, 'REGISTRATION_ADDR', 'bff');
const sessions = client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'bff');
const purchases = client(PurchasesServiceDefinition, 'PAYMENTS_ADDR', 'bff');
const fees = client(FeesServiceDefinition, 'PAYMENTS_ADDR', 'bff');

const PROCTOR_FEE_CENTS = 1500;
/** The session has no free place of the student's kind. */
const FULL = ['session_full', 'no_room_for_accommodation'];
/** How often many come at once, and within which time, in milliseconds. */
const RUSH_EVERY_MS = 5_000;
const RUSH_MS = 8;

interface OwnRegistration {
  id: number;
  exam_id: number;
  status: string;
  session_id: number | null;
  additional_charge_cents: number;
  additional_paid_cents: number;
}

/** A student who buys, books, waits for a place, changes their mind and cancels. */
export class Student extends Person implements LineStudent {
  readonly id: number;
  /** The last rush that this student joined, in which all want the same session. */
  private rush: number | null = null;
  private readonly sessionIds: readonly number[];

  constructor(world: World, id: number, sessionIds: readonly number[], outcomes: Outcomes) {
    const actor: Actor = {
      kind: 'student',
      id,
      roles: ['ROLE_STUDENT'],
      name: `student ${id}`,
      via: 'bff',
    };
    super(world, actor, outcomes);
    this.id = id;
    this.sessionIds = sessionIds;
  }

  /** Clicks where the student agrees to a charge. */
  private pay(name: string, work: Click): Promise<string> {
    const { agreed } = this.world;
    agreed.set(this.id, (agreed.get(this.id) ?? 0) + 1);
    return this.click(name, work);
  }

  /** Returns the student's registrations as their page shows them. */
  private own(): OwnRegistration[] {
    return this.world.database('registration').read<OwnRegistration>(
      `SELECT id, exam_id, status, session_id, additional_charge_cents, additional_paid_cents
        FROM registration WHERE student_id = $1 AND status IN ('registered', 'scheduled')`,
      [this.id],
    );
  }

  private held(): number {
    const [{ held } = { held: 0 }] = this.world
      .database('payments')
      .read<{ held: number }>(
        'SELECT coalesce(sum(balance), 0)::bigint AS held ' +
          'FROM lot WHERE student_id = $1 AND active',
        [this.id],
      );
    return held;
  }

  private get method() {
    return { method: { $case: 'ccId' as const, ccId: cardOf(this.id) }, ccId: cardOf(this.id) };
  }

  async live(until: number): Promise<void> {
    const { random } = this;
    await pause(random.below(10_000));
    while (this.world.runtime.now < until) {
      const isBusy = random.chance(0.5) && (await answerLine(this));
      if (!isBusy) await this.doSomething();
      await this.comeBack();
    }
  }

  private async doSomething(): Promise<void> {
    const { random } = this;
    const own = this.own();
    const free = this.world.exams.filter(({ id }) => !own.some((one) => one.exam_id === id));
    const [some] = own.length > 0 ? [random.pick(own)] : [];
    if (free.length > 0 && (some === undefined || random.chance(0.4)))
      await this.get(random.pick(free));
    else if (some) await this.change(some);
  }

  /** Waits some time, or until the next rush. */
  private async comeBack(): Promise<void> {
    const { random } = this;
    this.rush = null;
    if (random.chance(0.5)) return pause(random.below(8_000));
    const moment = Math.floor(this.world.runtime.now / RUSH_EVERY_MS) + 1;
    await pause(moment * RUSH_EVERY_MS - this.world.runtime.now + random.below(RUSH_MS));
    this.rush = moment;
  }

  private wantedSession(): number {
    const { sessionIds, rush } = this;
    return rush === null
      ? this.random.pick(sessionIds)
      : (sessionIds[rush % sessionIds.length] as number);
  }

  private async get(exam: ExamFacts): Promise<unknown> {
    const missing = Math.max(0, exam.credits - this.held());
    const bought = missing + (this.random.chance(0.1) ? 1 : 0);
    const examId = exam.id;
    const sessionId = this.wantedSession();
    const { method } = this;
    const way = this.random.below(10);
    if (way < 1)
      return this.pay('buy credits', (by) =>
        purchases.buyCredits({ numberOfCredits: 2, amountCents: 2 * CREDIT_CENTS, method }, by),
      );
    // a page may show outdated credits
    if ((missing === 0 && way < 5) || way === 9)
      return this.click('register', (by) => registrations.registerExam({ examId }, by));
    if (missing > 0 && way < 5)
      return this.pay('buy exam', (by) =>
        registrations.buyExam(
          { examId, numberOfCredits: bought, amountCents: bought * CREDIT_CENTS, method },
          by,
        ),
      );
    if (this.callsOffice()) return undefined;
    const amountCents = missing * CREDIT_CENTS + PROCTOR_FEE_CENTS + exam.additionalCents;
    return this.pay('register and book', (by) =>
      sessions.registerAndBook(
        { examId, sessionId, numberOfCredits: missing, amountCents, method },
        by,
      ),
    );
  }

  private async change(own: OwnRegistration): Promise<unknown> {
    const registrationId = own.id;
    const sessionId = this.wantedSession();
    const way = this.random.below(10);
    if (way < 2)
      return this.click('cancel', (by) => registrations.cancelRegistration({ registrationId }, by));
    if (own.status === 'scheduled' && way < 5)
      return this.click('leave session', (by) => sessions.cancelSession({ registrationId }, by));
    const isOffice = this.callsOffice();
    if (way < 6) return isOffice ? undefined : this.book(own, sessionId);
    await this.payFees(own, !isOffice && this.random.chance(0.7) ? sessionId : undefined);
    return isOffice ? undefined : this.book(own, sessionId);
  }

  /** Returns whether the student calls the office, which books for men; most know that. */
  private callsOffice(): boolean {
    return this.world.students.get(this.id)?.gender === '1' && this.random.chance(0.9);
  }

  /** Books a session, or joins its waiting list if it is full. */
  private async book(own: OwnRegistration, sessionId: number): Promise<unknown> {
    const registrationId = own.id;
    const code = await this.click('book', (by) =>
      sessions.scheduleSession({ registrationId, sessionId }, by),
    );
    if (!FULL.includes(code) || this.random.chance(0.2)) return code;
    return join(this, { registrationId, sessionId });
  }

  async payFor(registrationId: number, sessionId: number): Promise<boolean> {
    const own = this.own().find(({ id }) => id === registrationId);
    if (own) await this.payFees(own, sessionId);
    return own !== undefined;
  }

  /** Pays the due fees before booking a session. */
  private async payFees(own: OwnRegistration, sessionId: number | undefined): Promise<string> {
    const additional = own.additional_charge_cents - own.additional_paid_cents;
    return this.pay('pay fees', (by) =>
      fees.payFees(
        {
          examId: own.exam_id,
          registrationId: own.id,
          sessionId,
          method: this.method,
          proctorFeeCents: PROCTOR_FEE_CENTS,
          amountCents: PROCTOR_FEE_CENTS + additional,
        },
        by,
      ),
    );
  }
}
