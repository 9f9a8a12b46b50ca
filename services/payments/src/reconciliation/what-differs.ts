import { type ChargeNote, readNote, readRefundNote } from '../charges/records/charge-note.ts';
import type { TransactionDetails } from '../partners/list-transactions.ts';
import type { RefundCause } from '../refunds/request-refund.ts';

/** The payments and registrations that other services remember since a moment. */
export interface Remembered {
  /** Of registrations with this id or a higher one all are there. */
  completeFrom: number;
  registrations: {
    id: number;
    studentId: number;
    examId: number;
    status: string;
    creditsSpent: number;
    freeSeminaryRetake: boolean;
  }[];
  /** Payments whose fees are noted at registrations. */
  feePayments: number[];
  retakePayments: number[];
  schoolPayments: number[];
  studyPayments: number[];
}

/** A payment of ours that took money, in cents. */
export interface OwnPayment {
  id: number;
  invoiceNumber: string;
  transactionId: string;
  state: 'captured' | 'voided';
  amountCents: number;
  capturedAt: Date;
  charges: OwnCharge[];
}
export interface OwnCharge {
  id: number;
  typeId: string;
  registrationId: number | null;
  amountCents: number;
  /** Neither refunded nor held for a refund. */
  leftCents: number;
}

/** The compared facts of our books. */
export interface Books {
  payments: OwnPayment[];
  /** Invoice numbers of payments that are not at their end: the repair job asks about them. */
  unfinished: ReadonlySet<string>;
  /** Invoice numbers of our refunds in any state. */
  refunds: ReadonlySet<string>;
  spendings: {
    registrationId: number;
    studentId: number;
    credits: number;
    isReturned: boolean;
  }[];
  /** Students who are in the projections. */
  students: ReadonlySet<number>;
}

/** A charge with the note of its items. */
export type NotedCharge = Omit<TransactionDetails, 'items'> & {
  note: ChargeNote;
  items: (TransactionDetails['items'][number] & { registrationId: number | null })[];
};

export type Difference =
  /** The money is there and so is what it was for: into the books as it was. */
  | { act: 'book'; charge: NotedCharge; hasLot: boolean; keepsFees: boolean }
  /** Its purpose is unknown: it is booked, and refunded at the processor. */
  | { act: 'refund'; charge: NotedCharge; why: string }
  /** It went back at the processor and not in the books. */
  | {
      act: 'book refund';
      refund: TransactionDetails;
      paymentId: number;
      chargeId: number;
      cause: RefundCause;
    }
  | { act: 'book void'; paymentId: number; transactionId: string }
  /** Registrations hold credits that the books have not spent. */
  | { act: 'spend'; registration: Remembered['registrations'][number] }
  /** The books have spent credits for registrations that do not stand. */
  | { act: 'return'; registrationId: number; studentId: number; credits: number }
  /** Fees were kept that no registration knows. */
  | { act: 'refund fees'; paymentId: number; cents: number }
  /** For a person: nothing is done. */
  | { act: 'look'; what: string };

const CREDITS = '2';
const FEES = ['1', '3'];
const isClosed = (status: string) => status === 'cancelled' || status === 'dropped';

/**
 * Lays the processor's transactions beside the books and beside what other services remember, and
 * says what would make them one. `theirs` are complete from a moment on, with details of those that
 * the books do not have.
 */
export function whatDiffers(
  theirs: readonly TransactionDetails[],
  books: Books,
  remembered: Remembered,
  completeSince: Date,
): Difference[] {
  const ours = new Map(books.payments.map((payment) => [payment.transactionId, payment]));
  const found: Difference[] = [];
  for (const one of theirs) {
    if (one.kind === 'charge') found.push(...chargeDiffers(one, ours, books, remembered));
    if (one.kind === 'refund') found.push(...refundDiffers(one, ours, books));
  }
  const there = new Set(theirs.map(({ transactionId }) => transactionId));
  for (const payment of books.payments)
    if (payment.capturedAt > completeSince && !there.has(payment.transactionId))
      found.push({
        act: 'look',
        what:
          `payment ${payment.id} (${payment.invoiceNumber}) is in the books and not at the ` +
          'processor',
      });
  return [...found, ...creditsDiffer(books, remembered), ...feesDiffer(books, remembered)];
}

function chargeDiffers(
  one: TransactionDetails,
  ours: ReadonlyMap<string, OwnPayment>,
  books: Books,
  remembered: Remembered,
): Difference[] {
  const own = ours.get(one.transactionId);
  const name = `transaction ${one.transactionId} (${one.invoiceNumber})`;
  if (own) {
    if (one.amountCents !== own.amountCents)
      return [
        {
          act: 'look',
          what:
            `${name} is of ${one.amountCents} cents there and of ${own.amountCents} in ` +
            `payment ${own.id}`,
        },
      ];
    return own.state === 'captured' && one.state === 'voided'
      ? [{ act: 'book void', paymentId: own.id, transactionId: one.transactionId }]
      : [];
  }
  if (books.unfinished.has(one.invoiceNumber)) return []; // finished by the repair job
  if (one.state !== 'captured' && one.state !== 'voided') return [];
  const note = readNote(one.items[0]?.note ?? '');
  const sum = one.items.reduce((total, { amountCents }) => total + amountCents, 0);
  const payers = [note?.studentId, note?.schoolId, note?.ttiStudentId].filter(Boolean).length;
  if (!note || sum !== one.amountCents || payers !== 1)
    return [
      {
        act: 'look',
        what:
          `${name} of ${one.amountCents} cents, '${one.description}', is not in the books, ` +
          'and says nothing of what it was for: refund it at the processor, or enter it by ' +
          'hand',
      },
    ];
  const items = one.items.map((item) => ({
    ...item,
    registrationId: readNote(item.note)?.registrationId ?? null,
  }));
  const charge = { ...one, note: { ...note, ...lotOf(items) }, items };
  if (one.state === 'voided')
    return [{ act: 'refund', charge, why: 'it was voided at the processor' }];
  return [purposeOf(charge, books, remembered)];
}

/** Returns the bought credits, from the item of credits at any position. */
function lotOf(items: readonly { typeId: string; note: string }[]): Partial<ChargeNote> {
  const note = readNote(items.find(({ typeId }) => typeId === CREDITS)?.note ?? '');
  return note
    ? { credits: note.credits, packageId: note.packageId, lotSchoolId: note.lotSchoolId }
    : {};
}

/** Whether the purpose of a charge still exists. */
function purposeOf(charge: NotedCharge, books: Books, remembered: Remembered): Difference {
  const types = new Set(charge.items.map(({ typeId }) => typeId));
  const { paymentId, studentId } = charge.note;
  const refund = (why: string): Difference => ({ act: 'refund', charge, why });
  const book = (hasLot: boolean, keepsFees: boolean): Difference => ({
    act: 'book',
    charge,
    hasLot,
    keepsFees,
  });
  const others: [string, readonly number[], string][] = [
    ['4', remembered.retakePayments, 'no registration has this retake fee'],
    ['5', remembered.schoolPayments, 'no school has it in its account'],
    ['6', remembered.studyPayments, 'seminary study has no such payment'],
  ];
  for (const [type, known, why] of others)
    if (types.has(type)) return known.includes(paymentId) ? book(false, true) : refund(why);
  const ids = charge.items.flatMap(({ registrationId }) => registrationId ?? []);
  const registrations = remembered.registrations.filter(({ id }) => ids.includes(id));
  const hasFees = FEES.some((type) => types.has(type));
  const keepsFees = remembered.feePayments.includes(paymentId);
  if (ids.length > 0 && registrations.length === 0 && !keepsFees)
    return refund('its registration is not known any more');
  if (ids.length === 0 && !(studentId && books.students.has(studentId)))
    return refund('its student is not known any more');
  if (wasPaidAgain(ids, types, books) && !keepsFees)
    return refund('its registration has been paid by another charge');
  if (!types.has(CREDITS) && hasFees && !keepsFees) return refund('no registration has these fees');
  return book(types.has(CREDITS), keepsFees);
}

/** A process that its caller restarted after payments had lost the record of its payment. */
const wasPaidAgain = (
  registrationIds: readonly number[],
  types: ReadonlySet<string>,
  { payments }: Books,
): boolean =>
  payments.some(({ charges }) =>
    charges.some(
      ({ registrationId, typeId, leftCents }) =>
        registrationId !== null &&
        registrationIds.includes(registrationId) &&
        types.has(typeId) &&
        leftCents > 0,
    ),
  );

function refundDiffers(
  one: TransactionDetails,
  ours: ReadonlyMap<string, OwnPayment>,
  books: Books,
): Difference[] {
  if (books.refunds.has(one.invoiceNumber) || one.state !== 'captured') return [];
  const payment = ours.get(one.refTransactionId ?? '');
  const note = readRefundNote(one.description);
  const name = `refund ${one.transactionId} (${one.invoiceNumber}) of ${one.amountCents} cents`;
  // that of a charge which is itself to be booked is found at the next look
  if (!payment) return [{ act: 'look', what: `${name} is of a charge that is not in the books` }];
  const fits = payment.charges.filter(({ leftCents }) => leftCents >= one.amountCents);
  const charge = note
    ? fits.find(
        ({ typeId, registrationId }) =>
          typeId === note.typeId && registrationId === note.registrationId,
      )
    : (fits.find(({ leftCents }) => leftCents === one.amountCents) ?? fits[0]);
  if (!charge)
    return [{ act: 'look', what: `${name} is more than is left of payment ${payment.id}` }];
  return [
    {
      act: 'book refund',
      refund: one,
      paymentId: payment.id,
      chargeId: charge.id,
      cause: note?.cause ?? 'not_recorded',
    },
  ];
}

function creditsDiffer(
  { spendings }: Books,
  { registrations, completeFrom }: Remembered,
): Difference[] {
  const spent = new Map(spendings.map((one) => [one.registrationId, one]));
  const known = new Map(registrations.map((one) => [one.id, one]));
  return [
    ...registrations
      .filter(
        ({ id, status, creditsSpent }) =>
          creditsSpent > 0 && status !== 'pending' && !isClosed(status) && !spent.has(id),
      )
      .map((registration) => ({ act: 'spend' as const, registration })),
    ...spendings
      .filter(({ registrationId, credits, isReturned }) => {
        const status = known.get(registrationId)?.status;
        const isGone = status === undefined ? registrationId >= completeFrom : isClosed(status);
        return credits > 0 && !isReturned && isGone;
      })
      .map(({ registrationId, studentId, credits }) => ({
        act: 'return' as const,
        registrationId,
        studentId,
        credits,
      })),
  ];
}

function feesDiffer({ payments }: Books, { feePayments }: Remembered): Difference[] {
  const noted = new Set(feePayments);
  return payments
    .filter(({ id, state }) => state === 'captured' && !noted.has(id))
    .flatMap(({ id, charges }) => {
      const cents = charges
        .filter(({ typeId }) => FEES.includes(typeId))
        .reduce((sum, { leftCents }) => sum + leftCents, 0);
      return cents > 0 ? [{ act: 'refund fees' as const, paymentId: id, cents }] : [];
    });
}
