import { createHash, randomUUID } from 'node:crypto';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { CHANGED_SINCE, isAsShown } from '@portal/kit/files/upload-preview';
import { ExamTaken } from '@portal/proto/registration/v1/events';
import { endHoldsOf } from '../../../capacity/seats/holds.ts';
import { domainError } from '../../../errors.ts';
import { paymentsAfterTaking } from '../../../records/fees/proctor-fee.ts';
import {
  changeAll,
  notePayments,
} from '../../../records/registrations/changing/change-registration.ts';
import { allowed } from '../../../records/registrations/state/registration-change.ts';
import {
  placeOf,
  type RegistrationRow,
} from '../../../records/registrations/state/registration-row.ts';
import { rowsInvalid } from '../batch-file/batch-refusal.ts';
import { type BatchFile, readBatchFile } from '../batch-file/read-batch-file.ts';
import { applyGrades } from '../result/apply-grades.ts';
import { changeResult, type ResultEvent, type ResultFacts } from '../result/result-machine.ts';
import { logChanges } from '../result/store.ts';
import { type BatchCounts, feedbackOf, idsOf } from './batch-feedback.ts';
import { previewRows } from './batch-preview.ts';
import { type CheckedBatch, checkBatch, type KnownPaper, type PaperUpdate } from './check-batch.ts';
import { papersOf, studentsOf } from './named-papers.ts';
import {
  endStartTokens,
  ensureBatch,
  insertBatch,
  keepFile,
  lockBatches,
  lockPapers,
  type NewBatch,
  readAbsentNames,
} from './store.ts';

export interface UploadBatch {
  fileName: string;
  content: Uint8Array;
  /** The fingerprint of the preview that was shown before. */
  previewed?: string | undefined;
}
export interface Uploaded extends BatchCounts {
  feedback: string[];
}
/** The input of an upload; a retry is recognized by the file's fingerprint. */
interface Try {
  fileName: string;
  sha256: string;
  previewed?: string | undefined;
}

async function check(
  tx: Tx,
  file: BatchFile,
  studentOf: ReadonlyMap<string, number>,
): Promise<CheckedBatch> {
  const find = () => papersOf(tx, file, studentOf);
  await lockPapers(
    tx,
    (await find()).map(({ id }) => id),
  );
  const checked = checkBatch(file.rows, await find(), studentOf, dayInNewYork(tx.now));
  const errors = [...file.errors, ...checked.errors];
  if (errors.length > 0) throw rowsInvalid(errors);
  return checked;
}

/**
 * Returns the batch of each update: the one that its row names, or a new one shared by the other
 * rows of the file.
 */
async function batchesOf(
  tx: Tx,
  updates: readonly PaperUpdate[],
  file: Omit<NewBatch, 'batchDate'>,
): Promise<Map<number, number>> {
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

type Seen = ResultFacts &
  Pick<
    RegistrationRow,
    'id' | 'studentId' | 'examId' | 'sessionId' | 'schoolChargesProctorFee' | 'proctorPayments'
  >;

/** T-45: marks the exams taken, uses their payments, refunds surplus ones. */
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
    tx.emit(ExamTaken, {
      registrationId,
      studentId,
      examId,
      timeOver: false,
      refundPaymentIds: refund,
    });
    tx.audit({
      op: 'update',
      table: 'registration',
      id: registrationId,
      studentId,
      change: { status: [status, 'taken'], paperExamUploaded: true },
    });
  }
  await endHoldsOf(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Writes the updates. Returns how many grades wait for assignments. */
async function write(
  tx: Tx,
  updates: readonly PaperUpdate[],
  batchOf: ReadonlyMap<number, number>,
): Promise<number> {
  const rows = await tx.many<Seen>`
    SELECT id, student_id, exam_id, status, session_id, session_type, school_charges_proctor_fee,
      vendor_id, has_assignments, assignments_completed, proctor_payments, online_exam_started,
      reopened_at, taken_on, arrived_back, batch_id, held_grade, held_grade_comment
    FROM registration_seen WHERE id = ANY (${updates.map(({ id }) => id)}::bigint[])`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rowOf = ({ id }: PaperUpdate) => byId.get(id) as Seen;
  const back = updates.map((update) => {
    const { id, takenOn, arrivedBack } = update;
    const event = { type: 'papers_back', takenOn, arrivedBack, batchId: batchOf.get(id) as number };
    const row = rowOf(update);
    return { row, change: allowed(changeResult(row, event as ResultEvent, tx.now)) };
  });
  await changeAll(tx, back);
  await endStartTokens(
    tx,
    rows.map(({ id }) => id),
    tx.now,
  );
  await take(tx, updates.filter(({ takenOn }) => takenOn !== null).map(rowOf));
  const afterwards = new Map(back.map(({ row, change }) => [row.id, { ...row, ...change }]));
  return applyGrades(
    tx,
    updates.flatMap(({ id, grade }) =>
      grade === null
        ? []
        : [{ row: afterwards.get(id) as Seen, event: { type: 'graded', grade } as const }],
    ),
  );
}

async function upload(
  tx: Tx,
  { fileName, sha256, previewed }: Try,
  file: BatchFile,
  studentOf: ReadonlyMap<string, number>,
  content: Uint8Array,
): Promise<Uploaded> {
  await lockBatches(tx);
  const checked = await check(tx, file, studentOf);
  const { updates, unchanged } = checked;
  const uploadedBy = tx.actor.id;
  const batchOf = await batchesOf(tx, updates, { fileName, fileSha256: sha256, uploadedBy });
  const waiting = updates.length > 0 ? await write(tx, updates, batchOf) : 0;
  if (updates.length > 0) {
    const touched = new Set([...updates, ...unchanged].map(({ id }) => id));
    const scans = file.scans.filter(({ registrationId }) => touched.has(registrationId));
    await keepFile(
      tx,
      { id: randomUUID(), name: fileName, sha256, content, uploadedBy },
      scans,
      tx.now,
    );
    tx.audit({
      op: 'action',
      table: 'batch',
      id: idsOf(batchOf.values()).join(', '),
      change: { file: fileName, sha256, exams: updates.length },
    });
  }
  const batchIds = idsOf([
    ...batchOf.values(),
    ...unchanged.map((paper: KnownPaper) => paper.batchId),
  ]);
  const counts = {
    rows: updates.length + unchanged.length,
    updated: updates.length,
    unchanged: unchanged.length,
    batchIds,
  };
  const absent = await readAbsentNames(
    tx,
    [...updates, ...unchanged].map(({ id }) => id),
  );
  const feedback = feedbackOf(file, counts, waiting, [...absent.values()]);
  const isChanged = !isAsShown(previewed, previewRows(file, checked));
  return { ...counts, feedback: isChanged ? [...feedback, CHANGED_SINCE] : feedback };
}

/**
 * Uploads an exam batch (C-A66, T-45, T-50): checks every row first, then writes all; the same file
 * again changes nothing. Throws file_rows_invalid (errors by row), wrong_type or too_large.
 */
export async function uploadBatch(
  call: Call,
  { fileName, content, previewed }: UploadBatch,
): Promise<Uploaded> {
  if (content.length === 0) throw domainError('malformed');
  const sha256 = createHash('sha256').update(content).digest('base64url');
  const file = await readBatchFile(fileName, Buffer.from(content), dayInNewYork(call.now));
  const studentOf = await studentsOf(call, file);
  return command('uploadBatch', (tx, wanted: Try) => upload(tx, wanted, file, studentOf, content))(
    call,
    { fileName, sha256, previewed },
  );
}
