import { serviceActor } from '@portal/kit/auth/actor';
import { type Call, inTransaction } from '@portal/kit/commands/command';
import { DomainError, invalid } from '@portal/kit/errors';
import { z } from 'zod';
import { domainError } from '../../../errors.ts';
import { registrationNotFound } from '../../../records/registrations/state/registration-rules.ts';
import { openOnline } from '../sitting/online-row.ts';
import {
  isRegistration,
  isReportKnown,
  noteReport,
  type ReportRow,
  registrationOfBooking,
} from '../sitting/store.ts';
import { isSigned } from './partner-signature.ts';
import { type Report, takeReport } from './take-report.ts';

/** A report as it came: the body byte for byte and the header that signs it. */
export interface SignedReport {
  body: Uint8Array;
  signature: string;
}

/** Ids of partners are visible ASCII. */
const partnersId = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x21-\x7e]+$/);
const eventId = partnersId(200);
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const ProctoringReport = z.object({
  eventId,
  proctorUuid: partnersId(100),
  kind: z.enum(['let_in', 'started', 'disconnected', 'completed', 'disqualified']),
  at: moment,
  // a database takes no NUL
  comment: z
    .string()
    .max(2000)
    .transform((text) => text.replaceAll('\0', '').toWellFormed())
    .optional(),
});
const PlatformReport = z.object({
  eventId,
  registrationId: z.int().min(1).max(2_147_483_647),
  kind: z.enum(['exam_completed', 'program_completed']),
  at: moment,
});

/**
 * Throws signature_invalid for an unsigned or outdated report, and invalid for a body of another
 * shape than agreed.
 */
function readReport<T>(
  schema: z.ZodType<T>,
  { body, signature }: SignedReport,
  secret: string | undefined,
  now: Date,
): T {
  if (!isSigned(body, signature, secret ?? '', now)) throw domainError('signature_invalid');
  const read = schema.safeParse(jsonOf(body));
  if (read.success) return read.data;
  const [first, ...others] = read.error.issues.map(({ path, message }) => ({
    path: path.join('.') || 'body',
    message,
  }));
  throw invalid(first ?? { path: 'body', message: 'Must be an object' }, ...others);
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Applies each report once; records one that the state does not allow, without changes. */
async function take(call: Call, name: string, found: ReportRow, report: Report): Promise<void> {
  const { db, now, requestId } = call;
  await inTransaction(
    { db, now, requestId, actor: serviceActor(found.partner) },
    name,
    async (tx) => {
      // locked first: the same report sent twice at once is taken once
      const row = await openOnline(tx, { registrationId: found.registrationId }).catch(
        nullWhenCancelled,
      );
      if (await isReportKnown(tx, found.partner, found.eventId)) return;
      const hadEffect = row !== null && (await takeReport(tx, row, report, found.at));
      await noteReport(tx, found, hadEffect, now);
    },
  );
}

function nullWhenCancelled(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}

/** C-S61. Throws signature_invalid, invalid or booking_not_found. */
export async function takeProctoringReport(call: Call, signed: SignedReport): Promise<void> {
  const notice = readReport(ProctoringReport, signed, process.env.PROCTOR_SECRET, call.now);
  const registrationId = await registrationOfBooking(call.db, notice.proctorUuid);
  if (registrationId === undefined) throw domainError('booking_not_found');
  const { eventId: id, kind, at, comment = null } = notice;
  const report = kind === 'started' ? 'let_in' : kind;
  await take(
    call,
    'reportProctoring',
    { partner: 'proctoring', eventId: id, registrationId, kind, at, comment },
    report,
  );
}

/** C-S62. Throws signature_invalid, invalid or registration_not_found. */
export async function takePlatformReport(call: Call, signed: SignedReport): Promise<void> {
  const {
    eventId: id,
    registrationId,
    kind,
    at,
  } = readReport(PlatformReport, signed, process.env.EXAM_PLATFORM_SECRET, call.now);
  if (!(await isRegistration(call.db, registrationId))) throw registrationNotFound();
  const report = kind === 'exam_completed' ? 'completed' : 'program_completed';
  await take(
    call,
    'reportExamPlatform',
    { partner: 'exam_platform', eventId: id, registrationId, kind, at, comment: null },
    report,
  );
}
