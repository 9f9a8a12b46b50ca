import type { Tx } from '@portal/kit/commands/command';
import { isEnded, type Running, type Step } from '@portal/kit/commands/process-definition';
import { DomainError } from '@portal/kit/errors';
import { money } from '@portal/kit/money';
import { ChargeCaptured, ChargeDeclined } from '@portal/proto/payments/v1/events';
import type { Method } from '../../cards/card-fields.ts';
import { CardRefused, keepCard } from '../../cards/keep-card.ts';
import { type Card, cardView } from '../../cards/list-cards.ts';
import type { LotOrder } from '../../credits/granting/grant-lot.ts';
import { domainError } from '../../errors.ts';
import { NoAnswer, onceFound, ProcessorError } from '../../partners/authorize-net.ts';
import {
  type ChargeAnswer,
  charge,
  findByInvoice,
  type OneTimeCard,
  type Transaction,
} from '../../partners/card-transactions.ts';
import type { Account } from '../../partners/merchant-account.ts';
import { countCharge } from '../charge-metrics.ts';
import { partialOfPayment } from '../partial/store.ts';
import { releasePartial } from '../partial/void-partial.ts';
import { type ChargeItem, chargeItems } from '../records/charge-note.ts';
import type { NewCharge } from '../records/new-charge.ts';
import {
  type Captured,
  capturePayment,
  closePayment,
  insertPayment,
  isHeld,
  markUnknown,
  noteCard,
  paymentState,
  type SchoolPayer,
  type StudyPayer,
} from '../records/payment-store.ts';
import { newInvoiceNumber } from './invoice-number.ts';
import { chargeState, nextMove } from './next-move.ts';

/** State of every process that charges a card. */
export interface Paying {
  /** 0 when the sum is 0: no card is touched and nothing is booked. */
  paymentId: number;
  /** 0 when no student pays: a school, or a person who need not be on record (seminary study). */
  studentId: number;
  amountCents: number;
  invoiceNumber: string;
  description: string;
  openedAt: Date;
  /** The lines that the processor stores with it; none in processes of the release before. */
  items?: ChargeItem[];
  /** With which card; after a new one was saved also how a person sees it. */
  card?: { ccId: string; customerProfileId: string; account?: Account };
  newCard?: Card;
  /** A method of seminary study that was saved just now. */
  isNewMethod?: boolean;
  captured?: Captured;
}

export interface PaymentOrder {
  studentId: number;
  /** The purpose for which no second payment may be in progress (charge_pending). */
  purpose: string;
  description: string;
  charges: NewCharge[];
  lot?: LotOrder;
  card?: { ccId: string; customerProfileId: string } | undefined;
  study?: StudyPayer;
  school?: SchoolPayer;
}

/** Writes the payment before the first request to the processor. Refuses with charge_pending. */
export async function openPayment(tx: Tx, processId: string, order: PaymentOrder): Promise<Paying> {
  const { studentId, purpose, description, charges, lot, card, study, school } = order;
  const amountCents = charges.reduce((sum, one) => sum + one.amountCents, 0);
  const nothing = {
    paymentId: 0,
    studentId,
    amountCents,
    invoiceNumber: '',
    description,
    openedAt: tx.now,
  };
  if (amountCents === 0) return nothing;
  const invoiceNumber = newInvoiceNumber(tx.now);
  const profile = { ccId: card?.ccId ?? null, customerProfileId: card?.customerProfileId ?? null };
  const payment = {
    ...profile,
    invoiceNumber,
    processId,
    studentId,
    study,
    school,
    purpose,
    charges,
    lot: lot ?? null,
    by: tx.actor.name,
  };
  const paymentId = await insertPayment(tx, payment, tx.now);
  if (paymentId === undefined) throw chargePending(await isHeld(tx, payment));
  const noted = {
    paymentId,
    purpose,
    studentId: study || school ? 0 : studentId,
    schoolId: school?.schoolId,
    ttiStudentId: study?.ttiStudentId,
    lot,
  };
  return {
    ...nothing,
    paymentId,
    invoiceNumber,
    items: chargeItems(noted, charges),
    ...(card ? { card: { ccId: card.ccId, customerProfileId: card.customerProfileId } } : {}),
  };
}

/** Another payment for the same purpose is not finished; one in review may take days. */
export const chargePending = (isInReview = false) =>
  domainError(
    'charge_pending',
    isInReview
      ? 'The card processor is reviewing a payment for this, which may take several days. ' +
          'Please do not pay again.'
      : 'A payment for this is being checked. Please do not pay again; ' +
          'check your account in a few minutes.',
  );

/** The reason of a refusal when the charge request did not reach the processor. */
export const PROCESSOR_AWAY = 'The card processor cannot be reached.';

/**
 * As far as is known nothing was charged, and the charge is not retried: money that arrives all the
 * same is refunded.
 */
export class Dropped extends DomainError {}

const refusedBy = (reason: string) => domainError('card_declined', { reason });
const dropped = (reason = 'The payment did not reach the card processor.') =>
  new Dropped(402, 'card_declined', 'There was a problem charging your card.', { reason });
const partlyApproved = (approvedCents: number) =>
  domainError('card_partly_approved', `This card has only ${money(approvedCents)} available.`);

/**
 * The two steps before the money is there: a new card is saved, then the card is charged, at most
 * once despite any crash.
 */
export function cardSteps<I extends { method?: Method | null }, S extends Paying>(): Step<I, S>[] {
  return [
    {
      name: 'card',
      run: async (process) => {
        const card = process.input.method?.newCard;
        if (!card || process.state.amountCents === 0) return undefined;
        try {
          const stored = await keepCard(process, process.state.studentId, card);
          await noteCard(process.call.db, process.state.paymentId, stored);
          const { ccId, customerProfileId } = stored;
          return {
            card: { ccId, customerProfileId },
            newCard: cardView(stored, process.call.now),
          } as Partial<S>;
        } catch (error) {
          if (error instanceof CardRefused) throw refusedBy(error.reason);
          throw error;
        }
      },
      undo: (tx, { state }, why) => closeRefused(tx, state, why),
    },
    {
      name: 'charge',
      run: async (process) =>
        process.state.amountCents === 0
          ? undefined
          : ({ captured: await chargeOnce(process) } as Partial<S>),
    },
  ];
}

/** The student whose activity history an audit row belongs to, if any. */
const ofStudent = (studentId: number) => (studentId === 0 ? {} : { studentId });

/**
 * Closes the payment of a process that was refused. Of one that an operator ended it is found out
 * what became of it (repairJob).
 */
export async function closeRefused(tx: Tx, paying: Paying, why: DomainError): Promise<void> {
  if (isEnded(why)) return markUnknown(tx, paying.paymentId);
  await closeUnpaid(
    tx,
    paying,
    why instanceof Dropped ? 'dropped' : 'declined',
    why.extra.reason ?? why.code,
  );
}

/** Closes a payment that took no money, with its audit row and event; once. */
export async function closeUnpaid(
  tx: Tx,
  paying: Paying,
  state: 'declined' | 'dropped',
  reason: string,
): Promise<void> {
  const { paymentId, studentId, amountCents } = paying;
  if (!(await closePayment(tx, paymentId, state, reason))) return;
  tx.audit({
    op: 'action',
    table: 'charge',
    id: paymentId,
    ...ofStudent(studentId),
    change: { state, amountCents },
  });
  countCharge(tx, 'declined', amountCents);
  tx.emit(ChargeDeclined, { paymentId, studentId });
}

/**
 * Charges the card of the payment, or one that is saved nowhere, or finds out what became of the
 * charge. A partial approval is voided. Refuses with card_declined, card_partly_approved, or with
 * charge_unknown while the outcome is not known.
 */
export async function chargeOnce(
  { state, call, attempt }: Pick<Running<unknown, Paying>, 'state' | 'call' | 'attempt'>,
  oneTimeCard?: OneTimeCard,
): Promise<Captured> {
  const { db, now } = call;
  const { card, paymentId, invoiceNumber, amountCents, description, openedAt, items = [] } = state;
  const source = card ?? oneTimeCard;
  if (!source) throw new Error(`payment ${paymentId} has no card`);
  const account = card?.account;
  const customerProfileId = card?.customerProfileId ?? null;
  const before = attempt === 0 ? undefined : await partialOfPayment(db, paymentId);
  if (before) throw partlyApproved(before.approvedCents);
  const releasePart = async (transactionId: string, approvedCents: number) => {
    const partial = { transactionId, paymentId, account: account ?? 'TTI', approvedCents };
    await releasePartial(call, partial);
    return partlyApproved(approvedCents);
  };
  const known = attempt === 0 ? 'pending' : await paymentState(db, paymentId);
  const situation = {
    attempt,
    state: known === 'unknown' ? known : ('pending' as const),
    ageSeconds: (now.getTime() - openedAt.getTime()) / 1000,
  };
  const place = { customerProfileId, since: openedAt, now, account };
  const look = () => findByInvoice(place, invoiceNumber).catch(unanswered);
  const stateOf = (one: Transaction) => chargeState(one, amountCents);
  let found: Transaction | null | undefined;
  let isInReview = false;
  let move = nextMove({ ...situation, found: undefined });
  if (move === 'ask') {
    found = await look();
    move =
      found === undefined
        ? 'wait'
        : nextMove({ ...situation, found: found === null ? null : stateOf(found) });
  }
  if (move === 'charge') {
    // a request of an earlier try may still land, so this answer is not final for the invoice
    const refused = attempt === 0 ? refusedBy : dropped;
    const order = { source, amountCents, invoiceNumber, description, items };
    const make = () => charge(account ? { ...order, account } : order);
    const isNew = state.newCard !== undefined || state.isNewMethod === true;
    const answer = await (isNew ? onceFound(make) : make()).catch((error: unknown) => error);
    if (isDecided(answer)) {
      if (answer.kind === 'partial')
        throw await releasePart(answer.transactionId, answer.amountCents);
      return captureOf(answer, refused);
    }
    isInReview = (answer as Partial<ChargeAnswer>).kind === 'held';
    if (answer instanceof NoAnswer && !answer.isReached && attempt === 0)
      throw refusedBy(PROCESSOR_AWAY);
    if (
      answer instanceof Error &&
      !(answer instanceof NoAnswer) &&
      !(answer instanceof ProcessorError)
    )
      throw answer;
    found = await look();
    if (found === null && answer instanceof ProcessorError) throw refused(answer.text);
    move = found ? nextMove({ ...situation, attempt: 1, found: stateOf(found) }) : 'wait';
  }
  if (move === 'settle' && found) return found;
  if (move === 'void' && found) throw await releasePart(found.transactionId, found.amountCents);
  if (move === 'decline') {
    const reason = found?.reason ?? 'This transaction has been declined.';
    throw attempt === 0 ? refusedBy(reason) : dropped(reason);
  }
  if (move === 'drop') throw dropped();
  if (found) isInReview = found.state === 'review';
  await markUnknown(db, paymentId, isInReview ? now : null);
  throw domainError(
    'charge_unknown',
    isInReview
      ? 'The card processor is reviewing this payment, which may take several days. ' +
          'Please do not pay again.'
      : 'We could not confirm the payment. Please do not pay again; ' +
          'check your account in a few minutes.',
  );
}

type Decided = Extract<ChargeAnswer, { kind: 'captured' | 'declined' | 'partial' }>;
const isDecided = (answer: unknown): answer is Decided =>
  ['captured', 'declined', 'partial'].includes((answer as Partial<ChargeAnswer>).kind ?? '');

function captureOf(
  answer: Exclude<Decided, { kind: 'partial' }>,
  refused: (reason: string) => DomainError,
): Captured {
  if (answer.kind === 'declined') throw refused(answer.reason);
  return { transactionId: answer.transactionId, cardType: answer.cardType, last4: answer.last4 };
}

function unanswered(error: unknown): undefined {
  if (error instanceof NoAnswer || error instanceof ProcessorError) return undefined;
  throw error;
}

/**
 * Books the money of a payment that the processor captured: payment, ledger, audit and event in
 * this transaction.
 */
export async function settlePayment(
  tx: Tx,
  { paymentId, studentId, amountCents, captured }: Paying,
): Promise<void> {
  if (amountCents === 0) return;
  if (!captured || !(await capturePayment(tx, paymentId, captured, tx.now)))
    throw new Error(`payment ${paymentId} cannot be settled`);
  tx.audit({
    op: 'insert',
    table: 'charge',
    id: paymentId,
    ...ofStudent(studentId),
    change: { state: 'captured', amountCents, transaction: captured.transactionId },
  });
  countCharge(tx, 'captured', amountCents);
  tx.emit(ChargeCaptured, { paymentId, studentId });
}
