import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '@portal/kit/auth/actor';
import { DomainError } from '@portal/kit/errors';
import { client } from '@portal/kit/grpc/client';
import { ChargesServiceDefinition } from '@portal/proto/payments/v1/charges';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import { PurchasesServiceDefinition } from '@portal/proto/payments/v1/purchases';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { CREDIT_CENTS, type ExamFacts } from './facts.ts';
import { type Random, randomOf } from './random.ts';
import type { World } from './world.ts';

const registrations = client(RegistrationsServiceDefinition, 'REGISTRATION_ADDR', 'bff');
const sessions = client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'bff');
const purchases = client(PurchasesServiceDefinition, 'PAYMENTS_ADDR', 'bff');
const fees = client(FeesServiceDefinition, 'PAYMENTS_ADDR', 'bff');
const charges = client(ChargesServiceDefinition, 'PAYMENTS_ADDR', 'bff');
const asOperator = {
  credits: client(CreditsServiceDefinition, 'PAYMENTS_ADDR', 'operator'),
  sessions: client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'operator'),
};

const OPERATOR: Actor = { kind: 'service', id: 0, roles: [], name: 'operator', via: 'operator' };
const PROCTOR_FEE_CENTS = 1500;
/** How often many come at once, and within how long, in milliseconds. */
const RUSH_EVERY_MS = 10_000;
const RUSH_MS = 8;

interface By {
  actor: Actor;
  key: string;
  requestId: string;
}
type Click = (by: By) => Promise<unknown>;

/** What became of clicks, by the code of the answer. */
export type Outcomes = Map<string, number>;

/** Somebody at a browser, whose clicks have keys and may be repeated. */
class Person {
  protected readonly world: World;
  protected readonly random: Random;
  private readonly actor: Actor;
  private readonly outcomes: Outcomes;

  constructor(world: World, actor: Actor, outcomes: Outcomes) {
    this.world = world;
    this.random = randomOf(world.seed, actor.name);
    this.actor = actor;
    this.outcomes = outcomes;
  }

  /** Clicks once; impatient people click twice, stubborn ones again after an error, others go. */
  async click(name: string, work: Click, about?: number): Promise<void> {
    const { random } = this;
    const actor = about === undefined ? this.actor : { ...this.actor, studentId: about };
    const by = { actor, key: randomUUID(), requestId: randomUUID() };
    if (random.chance(0.15)) this.once(name, work, by).catch(() => {});
    for (let left = random.below(4); ; left--) {
      const isOver = await this.once(name, work, by);
      if (isOver || left <= 0) return;
      await pause(500 + random.below(8_000));
    }
  }

  private async once(name: string, work: Click, by: By): Promise<boolean> {
    const note = (what: string) => {
      this.world.runtime.note(`${this.actor.name} ${name}: ${what}`);
      this.outcomes.set(`${name} ${what}`, (this.outcomes.get(`${name} ${what}`) ?? 0) + 1);
    };
    try {
      const answer = (await work(by)) as { error?: string } | undefined;
      note(answer?.error === undefined ? 'done' : 'done in part');
      return true;
    } catch (error) {
      if (!(error instanceof DomainError)) {
        note(`failed: ${(error as Error).message}`);
        return false;
      }
      note(error.code);
      return !error.isTransient && error.code !== 'request_in_progress';
    }
  }
}

interface OwnRegistration {
  id: number;
  exam_id: number;
  status: string;
  session_id: number | null;
  additional_charge_cents: number;
  additional_paid_cents: number;
}

/** A student who buys, books, changes their mind and cancels. */
export class Student extends Person {
  private readonly id: number;
  /** Came with all the others, who want the same session. */
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

  /** What the page of the student would show. */
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
        'SELECT coalesce(sum(balance), 0)::bigint AS held FROM lot WHERE student_id = $1 AND active',
        [this.id],
      );
    return held;
  }

  private get method() {
    return { method: { $case: 'ccId' as const, ccId: cardOf(this.id) }, ccId: cardOf(this.id) };
  }

  async live(until: number): Promise<void> {
    const { random } = this;
    await pause(random.below(20_000));
    while (this.world.runtime.now < until) {
      const own = this.own();
      const free = this.world.exams.filter(({ id }) => !own.some((one) => one.exam_id === id));
      const [some] = own.length > 0 ? [random.pick(own)] : [];
      if (free.length > 0 && (some === undefined || random.chance(0.4)))
        await this.get(random.pick(free));
      else if (some) await this.change(some);
      await this.comeBack();
    }
  }

  /** Some time later, or when everybody comes. */
  private async comeBack(): Promise<void> {
    const { random } = this;
    this.rush = null;
    if (random.chance(0.5)) return pause(random.below(15_000));
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

  private get(exam: ExamFacts): Promise<void> {
    const missing = Math.max(0, exam.credits - this.held());
    const bought = missing + (this.random.chance(0.1) ? 1 : 0);
    const examId = exam.id;
    const sessionId = this.wantedSession();
    const { method } = this;
    const way = this.random.below(10);
    if (way < 1)
      return this.click('buy credits', (by) =>
        purchases.buyCredits({ numberOfCredits: 2, amountCents: 2 * CREDIT_CENTS, method }, by),
      );
    // a page may be out of date about credits
    if ((missing === 0 && way < 5) || way === 9)
      return this.click('register', (by) => registrations.registerExam({ examId }, by));
    if (missing > 0 && way < 5)
      return this.click('buy exam', (by) =>
        registrations.buyExam(
          { examId, numberOfCredits: bought, amountCents: bought * CREDIT_CENTS, method },
          by,
        ),
      );
    const amountCents = missing * CREDIT_CENTS + PROCTOR_FEE_CENTS + exam.additionalCents;
    return this.click('register and book', (by) =>
      sessions.registerAndBook(
        { examId, sessionId, numberOfCredits: missing, amountCents, method },
        by,
      ),
    );
  }

  private async change(own: OwnRegistration): Promise<void> {
    const registrationId = own.id;
    const sessionId = this.wantedSession();
    const way = this.random.below(10);
    if (way < 2)
      return this.click('cancel', (by) => registrations.cancelRegistration({ registrationId }, by));
    if (own.status === 'scheduled' && way < 5)
      return this.click('leave session', (by) => sessions.cancelSession({ registrationId }, by));
    const book = () =>
      this.click('book', (by) => sessions.scheduleSession({ registrationId, sessionId }, by));
    if (way < 6) return book();
    const additional = own.additional_charge_cents - own.additional_paid_cents;
    await this.click('pay fees', (by) =>
      fees.payFees(
        {
          examId: own.exam_id,
          registrationId,
          sessionId: this.random.chance(0.7) ? sessionId : undefined,
          proctorFeeCents: PROCTOR_FEE_CENTS,
          amountCents: PROCTOR_FEE_CENTS + additional,
          method: this.method,
        },
        by,
      ),
    );
    await book();
  }
}

/** Staff who cancel and refund while students are at it. */
export class StaffMember extends Person {
  constructor(world: World, id: number, outcomes: Outcomes) {
    const roles = ['ROLE_ADMIN', 'ROLE_SUPER_ADMIN', 'ROLE_TECH_SUPPORT'];
    super(world, { kind: 'staff', id, roles, name: `staff ${id}`, via: 'bff' }, outcomes);
  }

  async live(until: number): Promise<void> {
    const { random } = this;
    while (this.world.runtime.now < until) {
      await pause(random.below(40_000));
      if (random.chance(0.5)) await this.cancelOne();
      else await this.refundOne();
    }
  }

  private async cancelOne(): Promise<void> {
    const open = this.world
      .database('registration')
      .read<{ id: number; student_id: number }>(
        "SELECT id, student_id FROM registration WHERE status IN ('registered', 'scheduled')",
      );
    if (open.length === 0) return;
    const { id: registrationId, student_id } = this.random.pick(open);
    await this.click(
      'office cancel',
      (by) => registrations.cancelRegistration({ registrationId, reason: 2 }, by),
      student_id,
    );
  }

  private async refundOne(): Promise<void> {
    const paid = this.world
      .database('payments')
      .read<{ id: number; cents: number; student: number }>(
        `SELECT c.id, c.amount_cents - c.refunded_cents - c.held_cents AS cents,
          p.student_id AS student
        FROM charge c JOIN payment p ON p.id = c.payment_id
        WHERE p.state = 'captured' AND c.type_id = '2'`,
      );
    if (paid.length === 0) return;
    const { id: chargeId, cents, student } = this.random.pick(paid);
    const amountCents = this.random.chance(0.5) ? cents : 1 + this.random.below(cents + 100);
    await this.click(
      'refund',
      (by) => charges.refundCharge({ chargeId, amountCents }, by),
      student,
    );
  }
}

const cardOf = (studentId: number): string => `card-${studentId}`;

/** A saved card of each student, and some credits. */
export async function equipStudents(world: World): Promise<void> {
  const payments = world.database('payments').connect();
  for (const id of world.studentIds) {
    await payments.query(
      'INSERT INTO card_customer (student_id, customer_profile_id) VALUES ($1, $2)',
      [id, `profile-${id}`],
    );
    await payments.query(
      `INSERT INTO card (cc_id, student_id, card_type, last4, name, exp_month, exp_year, saved_at)
        VALUES ($1, $2, 'Visa', '1111', 'Visa', 12, 2030, clock_timestamp())`,
      [cardOf(id), id],
    );
  }
  payments.close();
  const by = () => ({ actor: OPERATOR, key: randomUUID(), requestId: randomUUID() });
  for (const studentId of world.studentIds) {
    const random = randomOf(world.seed, `credits of ${studentId}`);
    if (random.chance(0.5))
      await asOperator.credits.grantCredits({ studentId, credits: 1 + random.below(4) }, by());
  }
}

/** Sessions at the branch with few seats each, on days of their own. */
export async function openSessions(world: World, locationId: number, count: number) {
  const { now } = world.runtime;
  const random = randomOf(world.seed, 'sessions');
  const list = Array.from({ length: count }, (_, index) => ({
    sessionType: '21',
    startsAt: new Date(now + (10 + index) * 86_400_000),
    locationId,
    gender: '3',
    seats: 1 + random.below(3),
    limitTo1Test: false,
    closedByStaff: false,
  }));
  const by = { actor: OPERATOR, key: randomUUID(), requestId: randomUUID() };
  const { sessionIds } = await asOperator.sessions.createSessions({ sessions: list }, by);
  return sessionIds;
}
