// The rows of each table, generated from schema.prisma by `npm run generate`.

/**
 * Ledger of the balances, append-only. Every entry has two sides; repeats add no second entry for a
 * registration and direction.
 */
export interface BalanceEntry {
  id: number;
  schoolId: number;
  kind: string;
  enteredAt: Date;
  day: string;
  comment: string | null;
  cardLast4: string | null;
  runId: number | null;
  registrationId: number | null;
  examId: number | null;
  subject: string | null;
  vendorName: string | null;
  credits: number | null;
  cohort: string | null;
  paymentId: number | null;
  enteredBy: string;
}

/** One side of an entry: the school's balance, or where the money came from or went. */
export interface BalanceLine {
  entryId: number;
  account: string;
  amountCents: number;
}

/**
 * An exam of a student in a run, as agreed when the run was ordered, and its outcome. balanceTaken
 * is empty until the balance has decided.
 */
export interface BulkExam {
  runId: number;
  studentId: number;
  examId: number;
  place: number;
  registrationId: number | null;
  result: string | null;
  subject: string;
  vendorName: string;
  credits: number;
  additionalChargeCents: number;
  isOffered: boolean;
  balanceTaken: boolean | null;
  creditsUsed: number;
  chargedCents: number;
}

/** One order of a school, worked off student by student; one open run a school. */
export interface BulkRun {
  id: number;
  schoolId: number;
  sessionId: number;
  sendStudyMaterials: boolean;
  orderedBy: string;
  orderedAt: Date;
  finishedAt: Date | null;
  error: string | null;
  processId: string | null;
  prepays: boolean;
}

/**
 * A student of a run. payAskedAt is when payments first did not know the student's charge: since
 * then the run waits for it.
 */
export interface BulkStudent {
  runId: number;
  studentId: number;
  ccId: string | null;
  agreedCents: number | null;
  chargedCents: number;
  creditsUsed: number;
  cohort: string | null;
  step: string;
  place: number;
  payAskedAt: Date | null;
  error: string | null;
}

/** A school with a card payment in progress: one at a time. */
export interface PayingSchool {
  schoolId: number;
  processId: string;
}

/**
 * A school, its cohorts and prices. chargeSchool: it pays its students' exams from a prepaid
 * balance. Its own prices are both there or neither.
 */
export interface School {
  id: number;
  name: string;
  address: string | null;
  city: string | null;
  gender: string;
  latestCohort: string | null;
  multipleActiveCohorts: boolean;
  chargeSchool: boolean;
  studentsAreMembers: boolean;
  chargeProctorFee: boolean;
  memberPriceCents: number | null;
  nonmemberPriceCents: number | null;
  sessionClosingTime: string;
  onlineSessions: boolean;
  active: boolean;
  version: number;
  createdAt: Date;
}

/** Running balance of a school that prepays, kept by the ledger's trigger alone. */
export interface SchoolBalance {
  schoolId: number;
  balanceCents: number;
}

/** What each day did to the balance of a school, kept by the ledger's trigger alone. */
export interface BalanceFigure {
  schoolId: number;
  day: string;
  cents: number;
}

/**
 * Projection of the office's settings of balances; one row at most. version: of the settings of
 * identity.
 */
export interface BalanceSettings {
  id: boolean;
  lowBalanceCents: number;
  version: number;
}
