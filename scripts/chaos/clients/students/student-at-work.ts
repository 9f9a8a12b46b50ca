import { actionOf, isAllowed } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import type { PaymentMethod } from '@portal/contract/payments/cards';
import type { CreditsInfo, Package } from '@portal/contract/payments/credits';
import { getPackagesTypesToDisplay, getPaymentMethods } from '@portal/contract/purchases/payments';
import { getCreditsInfo } from '@portal/contract/students/student';
import { aNewCard, aVisaNumber } from '../../../e2e/cards/card.ts';
import { isPlain } from '../../../e2e/exams/registrations.ts';
import { about, type Payment, type Subject } from './about.ts';
import { buyCredits, buyPackage, removeCard, saveCard } from './card-calls.ts';
import { book, buyAndBook, buyExam, cancel, leave, payFees, register } from './exam-calls.ts';

/** The sessions that students book. */
export interface Sessions {
  /** With few seats, so that students compete. */
  readonly hot: readonly number[];
  /** Without a limit. */
  readonly roomy: readonly number[];
}

/** The data that a student sees before they act. */
interface View {
  readonly exams: readonly Exam[];
  readonly credits: CreditsInfo;
  readonly cards: readonly PaymentMethod[];
}

const MAX_CARDS = 4;
const MAX_OPEN = 3;
const HOT = 0.7;

/** A student who buys, registers, books, moves, leaves and cancels at random. */
export class StudentAtWork {
  readonly #subject: Subject;
  readonly #sessions: Sessions;
  readonly #sandboxUrl: string;
  #offer: Package | undefined;
  /** Last four digits of all cards so far, by which the checker distinguishes them. */
  readonly #lastFours = new Set<string>();

  constructor(subject: Subject, sessions: Sessions, sandboxUrl: string) {
    this.#subject = subject;
    this.#sessions = sessions;
    this.#sandboxUrl = sandboxUrl;
  }

  /** Reads the pages and does one thing. */
  async step(): Promise<void> {
    const { chance } = this.#subject.client;
    const view = await this.#look();
    const open = view.exams.filter((exam) => exam.registration_id !== null && isOpen(exam));
    const what = chance.weighed({
      exam: open.length < MAX_OPEN ? 4 : 0,
      open: open.length > 0 ? 8 : 0,
      credits: 1,
      package: 0.4,
      card: 0.8,
    });
    if (what === 'exam') await this.#take(view);
    if (what === 'open') await this.#goOn(view, chance.pick(open));
    if (what === 'credits') await this.#buyCredits(view);
    if (what === 'package') await this.#buyPackage(view);
    if (what === 'card') await this.#changeCards(view);
  }

  async #look(): Promise<View> {
    const { client } = this.#subject;
    const input = about(this.#subject);
    const [{ exams }, credits, cards] = await Promise.all([
      client.read(getAllExamsAccordingStudent, input),
      client.read(getCreditsInfo, input),
      client.read(getPaymentMethods, input),
    ]);
    for (const { cc4digits } of cards) this.#lastFours.add(cc4digits);
    return { exams, credits, cards };
  }

  /** Registers another exam in one of the three ways. */
  async #take({ exams, credits, cards }: View): Promise<void> {
    const { chance } = this.#subject.client;
    const free = exams.filter((exam) => isPlainExam(exam) && isAllowed(exam, 'register'));
    if (free.length === 0) return;
    const exam = chance.pick(free);
    const missing = Math.max(exam.credits - credits.totalCredits, 0);
    const price = missing * (credits.pricePerCredit ?? 0);
    if (chance.is(0.4)) {
      const fees = actionOf(exam, 'register')?.fees;
      const due = fees
        ? fees.proctorFee + fees.additionalFee
        : exam.proctor_fee_price + exam.additionalCharge;
      await this.#buyAndBook(exam, missing, price + due, cards);
    } else if (missing === 0) await register(this.#subject, exam);
    else await buyExam(this.#subject, exam, { missing, amount: price }, await this.#payment(cards));
  }

  /**
   * Uses the price that the page shows, and the one that the portal names when that has changed.
   */
  async #buyAndBook(
    exam: Exam,
    missing: number,
    amount: number,
    cards: readonly PaymentMethod[],
  ): Promise<void> {
    const order = { sessionId: this.#someSession(), missing, amount };
    const ended = await buyAndBook(this.#subject, exam, order, await this.#payment(cards));
    if (ended.isDone || ended.code !== 'amount_changed' || ended.expected === undefined) return;
    const again = { ...order, amount: ended.expected };
    await buyAndBook(this.#subject, exam, again, await this.#payment(cards));
  }

  /** Takes the next step of a registration, or cancels it. */
  async #goOn({ cards }: View, exam: Exam): Promise<void> {
    const { chance } = this.#subject.client;
    const registrationId = exam.registration_id as number;
    if (exam.testSessionId !== null) {
      const what = chance.weighed({ move: 4, leave: 3, cancel: 3 });
      if (what === 'leave') await leave(this.#subject, registrationId);
      else if (what === 'cancel') await cancel(this.#subject, exam, registrationId);
      else await book(this.#subject, registrationId, this.#someSession(exam.testSessionId));
      return;
    }
    if (chance.is(0.2)) return void (await cancel(this.#subject, exam, registrationId));
    const sessionId = this.#someSession();
    const isDue = exam.proctor_fee_price > 0 || exam.chargeAdditionalCharge;
    if (isDue) {
      const named = chance.is(0.5) ? { sessionId } : {};
      const what = { exam, registrationId, ...named };
      const paid = await payFees(this.#subject, what, await this.#payment(cards));
      if (!paid.isDone) return;
    }
    await book(this.#subject, registrationId, sessionId);
  }

  async #buyCredits({ credits, cards }: View): Promise<void> {
    const count = this.#subject.client.chance.between(1, 3);
    const order = { credits: count, amount: count * (credits.pricePerCredit ?? 0) };
    await buyCredits(this.#subject, order, await this.#payment(cards));
  }

  async #buyPackage({ cards }: View): Promise<void> {
    const { client } = this.#subject;
    if (!this.#offer) {
      const { packages } = await client.read(getPackagesTypesToDisplay, {});
      this.#offer = packages.find(({ is_default }) => is_default);
    }
    if (this.#offer) await buyPackage(this.#subject, this.#offer, await this.#payment(cards));
  }

  async #changeCards({ cards }: View): Promise<void> {
    const { chance } = this.#subject.client;
    if (cards.length > 1 && (cards.length >= MAX_CARDS || chance.is(0.5)))
      await removeCard(this.#subject, chance.pick(cards));
    else await saveCard(this.#subject, await this.#newCard());
  }

  async #payment(cards: readonly PaymentMethod[]): Promise<Payment> {
    const { chance } = this.#subject.client;
    const isNew = cards.length === 0 || (cards.length < MAX_CARDS && chance.is(0.25));
    return isNew
      ? { kind: 'new', card: await this.#newCard() }
      : { kind: 'saved', ccId: chance.pick(cards).ccId };
  }

  /** The page sends the card to the processor directly, again while that does not answer. */
  #newCard() {
    const number = this.#aFreshNumber();
    return this.#subject.client.untilAnswered(() => aNewCard(this.#sandboxUrl, { number }));
  }

  /** Returns a card number whose last four digits are new for the student. */
  #aFreshNumber(): string {
    for (;;) {
      const number = aVisaNumber();
      const lastFour = number.slice(-4);
      if (this.#lastFours.has(lastFour)) continue;
      this.#lastFours.add(lastFour);
      return number;
    }
  }

  #someSession(other?: number): number {
    const { chance } = this.#subject.client;
    const { hot, roomy } = this.#sessions;
    const list = (chance.is(HOT) ? hot : roomy).filter((id) => id !== other);
    return chance.pick(list);
  }
}

/**
 * Returns whether an exam is plain, of few credits and taken in a session; it may have an
 * additional fee.
 */
const isPlainExam = (exam: Exam): boolean =>
  exam.credits <= 4 && exam.examDuration <= 150 && isPlain({ ...exam, additionalCharge: 0 });
const isOpen = ({ status }: Exam): boolean => status === 'registered' || status === 'scheduled';
