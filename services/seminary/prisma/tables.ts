// The rows of each table, generated from schema.prisma by `npm run generate`.

/** Programmes of seminary study, as TTI knows them. */
export interface Program {
  id: number;
  name: string;
  woodmontOnly: boolean;
  active: boolean;
}

/** Seminaries whose students sat exams there. */
export interface Seminary {
  id: number;
  name: string;
  active: boolean;
}

/**
 * An exam sat at a seminary. actualTakenDate is the day on the paper, takenDate the day on the
 * transcript.
 */
export interface SeminaryExam {
  id: number;
  seminaryStudentId: number;
  examId: number;
  actualTakenDate: string | null;
  takenDate: string | null;
  grade: string | null;
  gradeComment: string | null;
  fileKey: string | null;
  registrationId: number | null;
  createdAt: Date;
  talReference: string | null;
  paperSentAt: Date | null;
  followAt: Date;
  followTries: number;
}

/** The scan of a paper. */
export interface PaperFile {
  id: string;
  name: string;
  type: string;
  size: number;
  sha256: string;
  content: Buffer;
  uploadedBy: number;
  uploadedAt: Date;
}

/**
 * A student who sat exams at a seminary; studentId is their member. redeemedExams: empty not yet, 1
 * redeemed, 2 discarded. seminaryYear is the first calendar year of the academic year, which begins
 * in October. redeeming is the process that redeems now.
 */
export interface SeminaryStudent {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  last4Ssn: string;
  dob: string;
  address: string;
  city: string;
  state: string | null;
  zip: string;
  country: string;
  seminaryId: number;
  seminaryYear: number;
  seminaryPhone: string | null;
  seminaryEmail: string | null;
  studentId: number | null;
  redeemedExams: number | null;
  redeemedAt: Date | null;
  createdAt: Date;
  createdBy: string;
  jseId: string | null;
  redeeming: string | null;
  talStudentId: string | null;
  releaseToldAt: Date | null;
  /** When the id of TAL was sent to identity. */
  talIdSentAt: Date | null;
  tellAt: Date;
  tellTries: number;
}

/**
 * An interest in a programme, and the changes to report to TTI. busyWith is the charge or refund in
 * progress.
 */
export interface StudentProgram {
  id: number;
  ttiStudentId: string;
  studentId: number | null;
  programId: number;
  year: number;
  state: string;
  amountDueCents: number;
  joinedAt: Date | null;
  partnerId: number | null;
  busyWith: string | null;
  joinWanted: string | null;
  leaveWanted: string | null;
  followAt: Date;
  followTries: number;
}

/** The payment method that TTI shows; payments keeps it. */
export interface StudyPayer {
  ttiStudentId: string;
  account: string;
  methodType: string;
  last4: string;
  toldPartnerAt: Date | null;
  followAt: Date;
}

/**
 * Payments of seminary study and their refunds, which name the refunded payment. settledCents is
 * how much of the due sum it settles: more than the amount for a test student (charged 1).
 */
export interface StudyPayment {
  id: number;
  studentProgramId: number;
  amountCents: number;
  gateway: string;
  method: string;
  last4: string;
  paidAt: Date;
  paymentId: number | null;
  refundOf: number | null;
  toldPartnerAt: Date | null;
  chargedBy: string;
  reference: string;
  partnerId: number | null;
  transactionId: string | null;
  refundId: number | null;
  settledCents: number;
  madeAt: Date | null;
  lookAt: Date;
  saidBy: string | null;
}
