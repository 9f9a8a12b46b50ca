// The rows of each table, generated from schema.prisma by `npm run generate`.

/** A saved card: a payment profile at the processor, never a number. */
export interface Card {
  ccId: string;
  studentId: number;
  cardType: string;
  last4: string;
  name: string;
  expMonth: number;
  expYear: number;
  processId: string | null;
  savedAt: Date;
  removedAt: Date | null;
}

/** The customer profile of a student at the processor. */
export interface CardCustomer {
  studentId: number;
  customerProfileId: string;
  createdAt: Date;
  defaultCcId: string | null;
}

/** What a payment was for, row by row. */
export interface Charge {
  id: number;
  paymentId: number;
  typeId: string;
  description: string;
  amountCents: number;
  heldCents: number;
  refundedCents: number;
  registrationId: number | null;
  refundedAt: Date | null;
  lastChangeBy: string;
}

/** Ledger of credits: append-only, the lines of an entry sum to zero. */
export interface CreditEntry {
  id: number;
  at: Date;
  studentId: number;
  kind: string;
  registrationId: number | null;
  madeBy: string;
}

export interface CreditLine {
  id: number;
  entryId: number;
  account: string;
  lotId: number | null;
  credits: number;
}

export interface ExamProjection {
  id: number;
  vendorId: number;
  credits: number;
  active: boolean;
  version: number;
}

/**
 * Credits that came to a student at one moment, with the rules of their package; the balance is the
 * sum of its ledger lines.
 */
export interface Lot {
  id: number;
  studentId: number;
  source: string;
  packageId: number | null;
  packageName: string | null;
  isSpecialProgram: boolean;
  seminaryStudyTtiProgramId: number | null;
  seminaryYear: number | null;
  examsAllowed: number[];
  vendorsAllowed: string | null;
  proctorFeeCents: number;
  /**
   * The fee is whatever is usual when the credits are spent; proctor_fee_cents is what the release
   * before reads.
   */
  usualProctorFee: boolean;
  noAdditionalFees: boolean;
  isFreeSeminaryRetake: boolean;
  bought: number;
  balance: number;
  paidCents: number;
  paymentId: number | null;
  schoolId: number | null;
  active: boolean;
  refundedAt: Date | null;
  refundMessage: string | null;
  purchasedAt: Date;
  createdBy: string;
  freeSchoolId: number | null;
  comesWithLotId: number | null;
  refundId: number | null;
}

/** Ledger of money: append-only, the lines of an entry sum to zero. */
export interface MoneyEntry {
  id: number;
  at: Date;
  kind: string;
  paymentId: number | null;
  refundId: number | null;
  differenceId: number | null;
}

export interface MoneyLine {
  id: number;
  entryId: number;
  account: string;
  amountCents: number;
  chargeId: number | null;
}

export interface PackageProjection {
  id: number;
  numberOfCredits: number;
  purchasePriceCents: number;
  displayName: string;
  proctorFeeCents: number;
  noAdditionalFees: boolean;
  isSpecialProgram: boolean;
  seminaryStudyTtiProgramId: number | null;
  seminaryYear: number | null;
  examsAllowed: number[];
  vendorsAllowed: string | null;
  active: boolean;
  adminOnly: boolean;
  freeRetakeCredits: number;
  /** Null: stored by the release before. */
  isStudyAbroad: boolean | null;
  vendorPackageVendorId: number | null;
}

/** One transaction at the processor. At most one is open for a student and purpose. */
export interface Payment {
  id: number;
  invoiceNumber: string;
  processId: string | null;
  studentId: number | null;
  schoolId: number | null;
  ttiStudentId: string | null;
  purpose: string;
  amountCents: number;
  state: string;
  lotOrder: unknown;
  ccId: string | null;
  customerProfileId: string | null;
  cardType: string | null;
  cardLast4: string | null;
  transactionId: string | null;
  reason: string | null;
  attemptedAt: Date;
  capturedAt: Date | null;
  createdBy: string;
  askedAt: Date;
  /** Of a dropped payment: since when nothing of it can arrive late any more. */
  sureAt: Date | null;
  /** Since when the processor holds an open payment for review, which may take days. */
  heldAt: Date | null;
  refundLeaseUntil: Date;
  account: string;
  payerFirstName: string | null;
  payerEmail: string | null;
}

/** A charge that the processor approved only in part, until it confirms the void. */
export interface PartialApproval {
  transactionId: string;
  paymentId: number;
  account: string;
  approvedCents: number;
  notedAt: Date;
  nextTryAt: Date;
  voidedAt: Date | null;
}

/** What the processor and the books do not agree on; there_cents and here_cents are signed. */
export interface PaymentDifference {
  id: number;
  day: string;
  account: string;
  subject: string;
  kind: string;
  state: string;
  known: string;
  moves: string;
  transactionId: string | null;
  invoiceNumber: string | null;
  thereCents: number | null;
  hereCents: number | null;
  paymentId: number | null;
  refundId: number | null;
  studentId: number | null;
  foundAt: Date;
  action: string | null;
  comment: string | null;
  changedBy: string | null;
  changedAt: Date | null;
  mendId: string | null;
  refundInvoice: string | null;
  refundAskedAt: Date | null;
  refundAttempts: number;
  refundTransactionId: string | null;
}

/** The one price list. */
export interface PriceProjection {
  id: number;
  memberCents: number | null;
  nonmemberCents: number | null;
  version: number;
  /** Of a sitting where no package says otherwise. */
  proctorFeeCents: number;
}

/** Requested refunds, kept until they are made. */
export interface Refund {
  id: number;
  paymentId: number;
  chargeId: number;
  amountCents: number;
  cause: string;
  invoiceNumber: string;
  state: string;
  transactionId: string | null;
  error: string | null;
  attempts: number;
  nextTryAt: Date;
  askedAt: Date | null;
  requestedBy: string;
  createdAt: Date;
  doneAt: Date | null;
  /**
   * Of one that was given up without an answer: when it is looked up next, as long as it may
   * arrive.
   */
  lookAt: Date | null;
}

export interface SchoolProjection {
  id: number;
  chargeSchool: boolean;
  memberPriceCents: number | null;
  nonmemberPriceCents: number | null;
  version: number;
}

/** A batch of the processor as it was when it was compared, with the day of its settlement. */
export interface SettledBatch {
  account: string;
  batchId: string;
  day: string;
  settledAt: Date;
  transactions: number;
  amountCents: number;
}

/** What the processor settled on a day in an account, beside the books. Refunds are positive. */
export interface SettledDay {
  day: string;
  account: string;
  state: string;
  batches: number;
  chargesCents: number;
  refundsCents: number;
  ownChargesCents: number;
  ownRefundsCents: number;
  matched: number;
  comparedAt: Date | null;
  runId: string | null;
  failedAt: Date | null;
  signedBy: string | null;
  signedAt: Date | null;
  comment: string | null;
}

/** What was matched, and the transaction that it is at the processor. */
export interface SettledTransaction {
  account: string;
  transactionId: string;
  day: string;
  paymentId: number | null;
  refundId: number | null;
  differenceId: number | null;
}

/** How a registration was paid, once a registration. */
export interface Spending {
  registrationId: number;
  studentId: number;
  examId: number | null;
  credits: number;
  proctorFeeCents: number;
  noAdditionalFees: boolean;
  freeSeminaryRetake: boolean;
  spentAt: Date;
  returnedAt: Date | null;
  /** What the proctor of a sitting cost then where no package says otherwise. */
  usualProctorFeeCents: number;
}

export interface SpendingLine {
  registrationId: number;
  lotId: number;
  credits: number;
}

/**
 * Projections of facts of other services, fed by their events and rebuilt by
 * src/projections/rebuild.ts.
 */
export interface StudentProjection {
  id: number;
  membershipTypeId: number;
  schoolId: number | null;
  /** for the release before */
  deniedRegistration: boolean;
  buyingStopped: boolean;
  version: number;
  isTtiMember: boolean;
  buyingBarredUntil: Date | null;
  bookingBarredUntil: Date | null;
  closedAt: Date | null;
}

export interface StudyCustomer {
  ttiStudentId: string;
  account: string;
  customerProfileId: string;
  createdAt: Date;
}

export interface StudyMethod {
  id: number;
  ttiStudentId: string;
  account: string;
  profileId: string;
  type: string;
  last4: string;
  kind: string;
  name: string;
  processId: string | null;
  savedAt: Date;
}

/**
 * Days whose figures are to be counted again: one row for each ledger entry, in its transaction.
 */
export interface FigureChange {
  id: number;
  day: string;
  at: Date;
}

/** What cards paid and got back by New York's day. */
export interface MoneyFigure {
  day: string;
  capturedCents: number;
  refundedCents: number;
}

/** When all days were counted last. */
export interface FigureCount {
  id: number;
  countedAt: Date;
}
