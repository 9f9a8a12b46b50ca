// The rows of each table, generated from schema.prisma by `npm run generate`.

/**
 * A vendor's result of one exam of a student. Failed and disqualified results have neither score
 * nor credits.
 */
export interface ExamResult {
  id: number;
  studentId: number;
  vendorId: number;
  examId: number | null;
  registrationId: number | null;
  vendorReference: string | null;
  courseNumber: string;
  subject: string;
  credits: number | null;
  takenDate: string | null;
  isOnline: boolean;
  result: string;
  score: string | null;
  receivedAt: Date;
}

/** New York's days for which one replica at a time noted the students to query vendors about. */
export interface ResultDay {
  day: string;
  afterRegistrationId: number;
  leaseUntil: Date;
  doneAt: Date | null;
}

/** Invoices of TAL. One that could not be read (a PDF) has no number and no day. */
export interface TalInvoice {
  id: number;
  number: string | null;
  day: string | null;
  fileName: string;
  fileKey: string;
  totalCents: number;
  uploadedBy: string;
  uploadedAt: Date;
}

/** The files of invoices as they came. */
export interface TalInvoiceFile {
  id: string;
  name: string;
  size: number;
  sha256: string;
  content: Buffer;
  uploadedBy: string;
  uploadedAt: Date;
}

/**
 * Lines of an invoice, and the registration or seminary exam that each is for, or why there is
 * none.
 */
export interface TalInvoiceLine {
  invoiceId: number;
  line: number;
  talStudentId: string | null;
  studentId: number | null;
  examResultId: number | null;
  courseNumber: string | null;
  amountCents: number;
  matched: boolean;
  examDay: string | null;
  registrationId: number | null;
  seminaryExamId: number | null;
  reason: string | null;
}

/**
 * Transcripts requested from a group of vendors; one request at a time. An unsure request failed
 * without an answer: repeated under its reference it is the same one at the vendor.
 */
export interface TranscriptRequest {
  id: number;
  studentId: number;
  vendorGroup: string;
  state: string;
  pendingOverride: boolean;
  requestedBy: string;
  requestedAt: Date;
  answeredAt: Date | null;
  partnerReference: string | null;
  reference: string | null;
  recipient: string | null;
  examCodes: string[];
  unsure: boolean;
}

/**
 * Students about whom to query a vendor; nextTryAt is empty when no query is pending until the next
 * note.
 */
export interface VendorAsk {
  studentId: number;
  vendor: string;
  day: string;
  nextTryAt: Date | null;
  tries: number;
  answeredAt: Date | null;
}
