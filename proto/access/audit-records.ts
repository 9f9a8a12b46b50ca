/** The part of the history that shows a record. */
export type RecordKind =
  | 'record'
  | 'registrations'
  | 'credits'
  | 'payments'
  | 'seminary'
  | 'transcripts';

interface AuditRecord {
  /** Its name in the history. */
  readonly label: string;
  /** The filter that finds it. */
  readonly kind?: RecordKind;
  /** An export for the student leaves its history out. */
  readonly isForOffice?: true;
}

/** The records that audits name as `table`, those of the catalogue aside. */
export const auditRecords: Readonly<Record<string, AuditRecord>> = {
  student: { label: 'Student record', kind: 'record' },
  note: { label: 'Note', kind: 'record', isForOffice: true },
  bar: { label: 'Bar', kind: 'record', isForOffice: true },
  accommodation: { label: 'Accommodation', kind: 'record' },
  registration: { label: 'Registration', kind: 'registrations' },
  exam: { label: 'Study materials', kind: 'registrations' },
  package: { label: 'Package', kind: 'credits' },
  charge: { label: 'Charge', kind: 'payments' },
  card: { label: 'Card', kind: 'payments' },
  balance_entry: { label: 'School balance', kind: 'payments' },
  payment_difference: { label: 'Payment difference', kind: 'payments' },
  settled_day: { label: 'Settled day', kind: 'payments' },
  seminary_student: { label: 'Seminary student', kind: 'seminary' },
  student_program: { label: 'Seminary study', kind: 'seminary' },
  study_payment: { label: 'Seminary payment', kind: 'seminary' },
  study_payer: { label: 'Seminary payment method', kind: 'seminary' },
  transcript_request: { label: 'Transcript request', kind: 'transcripts' },
  session: { label: 'Session' },
  session_alert: { label: 'Alert about sessions' },
  study_method: { label: 'Saved payment method' },
  system_check: { label: 'System check' },
  waiting_entry: { label: 'Waiting list entry' },
  calendar_feed: { label: 'Calendar feed' },
  school: { label: 'School' },
  bulk_run: { label: 'Bulk registration' },
  batch: { label: 'Batch' },
  tal_invoice: { label: 'Invoice' },
  invite: { label: 'Invitation' },
  user: { label: 'User' },
  setting: { label: 'Settings' },
  saved_filter: { label: 'Saved filter' },
  student_import: { label: 'Import of students' },
  student_file: { label: 'Export of students' },
  data_request: { label: 'Data request' },
  blanking: { label: 'Blanking' },
  webhook: { label: 'Webhook address' },
};

/** Returns the names of the records with a property. */
export const auditRecordsThat = (fits: (record: AuditRecord) => boolean): string[] =>
  Object.keys(auditRecords).filter((name) => fits(auditRecords[name] as AuditRecord));
