import { createHash } from 'node:crypto';
import { studentInView } from '@portal/kit/auth/actor';
import {
  type Call,
  command,
  commandWithPrefetch,
  inTransaction,
  type Tx,
} from '@portal/kit/commands/command';
import { uuidv7 } from '@portal/kit/ids';
import { PartnerError } from '@portal/kit/partners/partner-client';
import { AssignmentUploaded } from '@portal/proto/registration/v1/events';
import { handIn, UPLOAD_MS, type VendorAssignment } from '../../partners/coopersmith.ts';
import { orRefuse } from '../../partners/partner-refusal.ts';
import { withProjections } from '../../projections/with-projections.ts';
import { type CourseRow, openCourse, readCourse } from './assignment-row.ts';
import { replaceRefusal, uploaderRefusal, uploadRefusal } from './assignment-rules.ts';
import { noteList, toAssignment } from './list-assignments.ts';
import { type Assignment, keepAssignments, readAssignment } from './store.ts';
import { endHandIn, recordSubmission } from './submission-store.ts';
import { cccIdOf, vendorAssignments } from './vendor-record.ts';

export interface UploadAssignment {
  registrationId: number;
  studentAssignmentId: number;
  fileName: string;
  /** By its content. */
  contentType: string;
  content: Uint8Array;
}
export interface Uploaded {
  assignments: Assignment[];
  uploaded: boolean;
}
/**
 * The input of an upload; a retry is recognized by the file's fingerprint, since only the vendor
 * stores the file itself.
 */
interface Try {
  registrationId: number;
  studentAssignmentId: number;
  studentId: number;
  fileName: string;
  sha256: string;
}

async function check(tx: Tx, wanted: Try): Promise<CourseRow> {
  const row = await openCourse(tx, wanted);
  const refusal =
    uploadRefusal(row, tx.now) ??
    replaceRefusal(await readAssignment(tx, row.id, wanted.studentAssignmentId));
  if (refusal) throw refusal;
  return row;
}

/** Before the file leaves: the key, and whether it may be handed in at all. */
const begin = command('uploadAssignment.begin', async (tx, wanted: Try): Promise<null> => {
  await check(tx, wanted);
  return null;
});

/**
 * The time after which an upload without a recorded answer is surely over: the vendor's timeout,
 * and as much again for a vendor that is slow to finish.
 */
const SURELY_OVER_MS = 2 * UPLOAD_MS;

/**
 * Committed before the file leaves, with every try: from here on the vendor may have it, and the
 * exam cannot be cancelled until that is known.
 */
const noteAsked = (call: Call, wanted: Try, id: string): Promise<void> =>
  inTransaction(call, 'uploadAssignment.ask', async (tx) => {
    const row = await check(tx, wanted);
    const { studentAssignmentId, fileName } = wanted;
    const over = new Date(tx.now.getTime() + SURELY_OVER_MS);
    await recordSubmission(
      tx,
      { id, registrationId: row.id, studentAssignmentId, fileName },
      tx.now,
      over,
    );
  });

/** The file is with the vendor. The first one of a registration ends the right to cancel. */
async function record(
  tx: Tx,
  wanted: Try,
  { list, handInId }: { list: VendorAssignment[]; handInId: string },
): Promise<Uploaded> {
  const row = await openCourse(tx, wanted);
  const { studentAssignmentId, fileName } = wanted;
  await endHandIn(tx, handInId);
  await keepAssignments(tx, row.id, list, { studentAssignmentId, name: fileName }, tx.now);
  tx.emit(AssignmentUploaded, {
    registrationId: row.id,
    studentId: row.studentId,
    examId: row.examId,
    studentAssignmentId,
  });
  tx.audit({
    op: 'action',
    table: 'registration',
    id: row.id,
    studentId: row.studentId,
    change: { assignment: studentAssignmentId, sha256: wanted.sha256 },
  });
  const assignments = list.map(toAssignment);
  return {
    assignments,
    uploaded: assignments.some(
      (one) => one.studentAssignmentId === studentAssignmentId && one.uploaded,
    ),
  };
}

/**
 * Reads the vendor's list when the assignment is unknown here: the student may never have opened
 * the list.
 */
async function learnAssignments(call: Call, wanted: Try): Promise<CourseRow> {
  const row = await readCourse(call.db, wanted);
  const refusal = uploadRefusal(row, call.now);
  if (refusal) throw refusal;
  if ((await readAssignment(call.db, row.id, wanted.studentAssignmentId)) === undefined) {
    await noteList(call, wanted, await vendorAssignments(call, row));
  }
  return row;
}

/**
 * Submits a file (C-S60), replacing an earlier one until that is graded. Throws
 * staff_cannot_upload, registration_not_found, assignment_not_found, office_only,
 * assignment_graded, course_time_over, fees_due (expected: cents) or coopersmith_failed (reason:
 * the vendor's own sentence).
 */
export async function uploadAssignment(
  call: Call,
  { content, contentType, ...request }: UploadAssignment,
): Promise<Uploaded> {
  const refused = uploaderRefusal(call.actor);
  if (refused) throw refused;
  const sha256 = createHash('sha256').update(content).digest('base64url');
  const wanted: Try = { ...request, studentId: studentInView(call.actor), sha256 };
  const ask = async () => {
    const row = await learnAssignments(call, wanted);
    await begin(call, wanted);
    const file = { name: wanted.fileName, type: contentType, content };
    const cccId = await cccIdOf(call, row);
    const handInId = uuidv7();
    await noteAsked(call, wanted, handInId);
    const list = handIn(cccId, wanted.studentAssignmentId, file).catch(async (error: unknown) => {
      if (error instanceof PartnerError && error.isRefused) await endHandIn(call.db, handInId);
      throw error;
    });
    return { list: await orRefuse('coopersmith_failed', list), handInId };
  };
  return withProjections(call, () =>
    commandWithPrefetch(call, { name: 'uploadAssignment', input: wanted, ask }, (tx, request) =>
      record(tx, wanted, request),
    ),
  );
}
