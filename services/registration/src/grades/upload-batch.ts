import { createHash, randomUUID } from 'node:crypto';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/command';
import { malformed } from '@portal/kit/errors';
import { ExamTaken } from '@portal/proto/registration/v1/events';
import { vendors } from '../clients.ts';
import { notePayments } from '../registrations/change-registration.ts';
import { placeOf, type RegistrationRow } from '../registrations/registration-row.ts';
import { endHolds } from '../sessions/hold-store.ts';
import { paymentsAfterTaking } from '../sessions/proctor-fee.ts';
import { rowsInvalid } from './batch-refusal.ts';
import { type CheckedBatch, checkBatch, type KnownPaper, type PaperUpdate } from './check-batch.ts';
import { letGradesIn } from './let-grades-in.ts';
import { type BatchFile, readBatchFile } from './read-batch-file.ts';
import {
  ensureBatch,
  findPapers,
  insertBatch,
  keepFile,
  lockBatches,
  lockPapers,
  logChanges,
  type NewBatch,
  notePapersBack,
} from './store.ts';

export interface UploadBatch {
  fileName: string;
  content: Uint8Array;
}
export interface Uploaded {
  feedback: string[];
  rows: number;
  updated: number;
  unchanged: number;
  batchIds: number[];
}
/** The same try again is told by the file's fingerprint. */
interface Try {
  fileName: string;
  sha256: string;
}

/** Students of the JSE ids in the file, asked of identity. */
async function studentsOf(call: Call, { rows }: BatchFile): Promise<Map<string, number>> {
  const jseIds = [...new Set(rows.flatMap(({ registrationId, jseId }) => (registrationId === null && jseId !== null ? [jseId] : [])))];
  if (jseIds.length === 0) return new Map();
  const { students } = await vendors.findByJseIds({ jseIds }, { actor: call.actor, requestId: call.requestId });
  return new Map(students.map(({ jseId, studentId }) => [jseId, studentId]));
}

async function check(tx: Tx, file: BatchFile, studentOf: ReadonlyMap<string, number>): Promise<CheckedBatch> {
  const ids = file.rows.flatMap(({ registrationId }) => registrationId ?? []);
  const named = file.rows.filter(({ registrationId }) => registrationId === null);
  const codes = [...new Set(named.flatMap(({ examCode }) => examCode?.toLowerCase() ?? []))];
  const find = () => findPapers(tx, ids, [...studentOf.values()], codes);
  await lockPapers(
    tx,
    (await find()).map(({ id }) => id),
  );
  const checked = checkBatch(file.rows, await find(), studentOf, dayInNewYork(tx.now));
  const errors = [...file.errors, ...checked.errors];
  if (errors.length > 0) throw rowsInvalid(errors);
  return checked;
}

/** The batch of each update: the one that its row names, or a new one for all the others of the file. */
async function batchesOf(tx: Tx, updates: readonly PaperUpdate[], file: Omit<NewBatch, 'batchDate'>): Promise<Map<number, number>> {
  const today = dayInNewYork(tx.now);
  const dayOf = ({ batchDate }: PaperUpdate) => (batchDate === 'N/A' ? null : (batchDate ?? today));
  const batchOf = new Map<number, number>();
  let fresh: number | undefined;
  for (const update of updates) {
    const batch = { ...file, batchDate: dayOf(update) };
    if (update.batchId !== null) await ensureBatch(tx, update.batchId, batch);
    else fresh ??= await insertBatch(tx, batch);
    batchOf.set(update.id, update.batchId ?? (fresh as number));
  }
  return batchOf;
}

type Seen = Pick<
  RegistrationRow,
  | 'id'
  | 'studentId'
  | 'examId'
  | 'status'
  | 'sessionId'
  | 'sessionType'
  | 'schoolChargesProctorFee'
  | 'vendorId'
  | 'hasAssignments'
  | 'assignmentsCompleted'
  | 'proctorPayments'
>;

/** T-45: taken, the payment used, what was paid beside it given back. */
async function take(tx: Tx, rows: readonly Seen[]): Promise<void> {
  await logChanges(
    tx,
    rows.map(({ id, status }) => ({ registrationId: id, from: status, to: 'taken' })),
    tx.actor,
    tx.now,
  );
  for (const row of rows) {
    const { changes, refund } = paymentsAfterTaking(row.proctorPayments, placeOf(row));
    await notePayments(tx, changes);
    const { id: registrationId, studentId, examId, status } = row;
    tx.emit(ExamTaken, { registrationId, studentId, examId, timeOver: false, refundPaymentIds: refund });
    tx.audit({
      op: 'update',
      table: 'registration',
      id: registrationId,
      studentId,
      change: { status: [status, 'taken'], paperExamUploaded: true },
    });
  }
  const held = await tx.many<{ id: number }>`
    SELECT DISTINCT registration_id AS id FROM seat_hold WHERE registration_id = ANY (${rows.map(({ id }) => id)}::bigint[])`;
  for (const { id } of held) await endHolds(tx, id, null, tx.now);
}

/** Writes what the rows say. Answers how many grades wait for assignments. */
async function write(tx: Tx, updates: readonly PaperUpdate[], batchOf: ReadonlyMap<number, number>): Promise<number> {
  const rows = await tx.many<Seen>`
    SELECT id, student_id, exam_id, status, session_id, session_type, school_charges_proctor_fee, vendor_id, has_assignments, assignments_completed,
      proctor_payments
    FROM registration_seen WHERE id = ANY (${updates.map(({ id }) => id)}::bigint[])`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rowOf = ({ id }: PaperUpdate) => byId.get(id) as Seen;
  await notePapersBack(
    tx,
    updates.map(({ id, takenOn, arrivedBack }) => ({ id, takenOn, arrivedBack, batchId: batchOf.get(id) as number })),
  );
  await take(tx, updates.filter(({ takenOn }) => takenOn !== null).map(rowOf));
  return letGradesIn(
    tx,
    updates.flatMap((update) => (update.grade === null ? [] : [{ row: rowOf(update), grade: update.grade }])),
  );
}

const list = (items: readonly (string | number)[]) => items.join(', ');

/** One sentence each, the sum of it first. */
function feedbackOf(file: BatchFile, counts: Omit<Uploaded, 'feedback'>, waiting: number): string[] {
  const { rows, updated, unchanged, batchIds } = counts;
  const scanned = new Set(file.scans.map(({ registrationId }) => registrationId));
  const withoutScan = file.hasTableAndScans
    ? file.rows.flatMap(({ registrationId }) => (registrationId === null || scanned.has(registrationId) ? [] : [registrationId]))
    : [];
  return [
    `${rows} exams read: ${updated} updated, ${unchanged} unchanged. Batch ${list(batchIds)}.`,
    ...(file.ignoredColumns.length > 0 ? [`Columns that were ignored: ${list(file.ignoredColumns)}.`] : []),
    ...(withoutScan.length > 0 ? [`Registrations without a scan: ${list(withoutScan)}.`] : []),
    ...(waiting > 0 ? [`Grades that wait for assignments: ${waiting}.`] : []),
  ];
}

const idsOf = (ids: Iterable<number | null>): number[] => [...new Set(ids)].filter((id) => id !== null).sort((a, b) => a - b);

async function upload(
  tx: Tx,
  { fileName, sha256 }: Try,
  file: BatchFile,
  studentOf: ReadonlyMap<string, number>,
  content: Uint8Array,
): Promise<Uploaded> {
  await lockBatches(tx);
  const { updates, unchanged } = await check(tx, file, studentOf);
  const uploadedBy = tx.actor.id;
  const batchOf = await batchesOf(tx, updates, { fileName, fileSha256: sha256, uploadedBy });
  const waiting = updates.length > 0 ? await write(tx, updates, batchOf) : 0;
  if (updates.length > 0) {
    const touched = new Set([...updates, ...unchanged].map(({ id }) => id));
    const scans = file.scans.filter(({ registrationId }) => touched.has(registrationId));
    await keepFile(tx, { id: randomUUID(), name: fileName, sha256, content, uploadedBy }, scans, tx.now);
    tx.audit({
      op: 'action',
      table: 'batch',
      id: list(idsOf(batchOf.values())),
      change: { file: fileName, sha256, exams: updates.length },
    });
  }
  const batchIds = idsOf([...batchOf.values(), ...unchanged.map((paper: KnownPaper) => paper.batchId)]);
  const counts = { rows: updates.length + unchanged.length, updated: updates.length, unchanged: unchanged.length, batchIds };
  return { ...counts, feedback: feedbackOf(file, counts, waiting) };
}

/**
 * An exam batch (C-A66, T-45, T-50): every row is checked first, then all are written; the same file again changes nothing. Refuses with file_rows_invalid (errors
 * by row), wrong_type or too_large.
 */
export async function uploadBatch(call: Call, { fileName, content }: UploadBatch): Promise<Uploaded> {
  if (content.length === 0) throw malformed('malformed', 'A file is needed.');
  const sha256 = createHash('sha256').update(content).digest('base64url');
  const file = await readBatchFile(fileName, Buffer.from(content), dayInNewYork(call.now));
  const studentOf = await studentsOf(call, file);
  return command('uploadBatch', (tx, wanted: Try) => upload(tx, wanted, file, studentOf, content))(call, { fileName, sha256 });
}
