import { serviceActor } from '@portal/kit/auth/actor';
import { type Call, inTransaction } from '@portal/kit/commands/command';
import { PartnerError } from '@portal/kit/partners/partner-client';
import { isFinished } from '../../../partners/exam-platform.ts';
import { sittingStatus } from '../../../partners/proctoring.ts';
import { type OnlineRow, openOnline } from '../sitting/online-row.ts';
import { type Report, takeReport } from './take-report.ts';

const reportOf: Record<string, Report> = {
  let_in: 'let_in',
  disconnected: 'disconnected',
  completed: 'completed',
  disqualified: 'disqualified',
};

/** Returns null for a partner that does not answer. Its notice will come. */
const nullOnPartnerError = (error: unknown): null => {
  if (error instanceof PartnerError) return null;
  throw error;
};

async function apply(
  { db, now, requestId }: Call,
  partner: string,
  row: OnlineRow,
  report: Report,
): Promise<OnlineRow> {
  const wanted = { registrationId: row.id };
  return inTransaction(
    { db, now, requestId, actor: serviceActor(partner) },
    'askPartner',
    async (tx) => {
      const open = await openOnline(tx, wanted);
      if (!(await takeReport(tx, open, report, now))) return open;
      await tx.flush();
      return openOnline(tx, wanted);
    },
  );
}

/**
 * Whether the service's state of the sitting applies: not after the office revoked the access,
 * which only a notice restores, and not for a sitting from before a reopening, as long as there is
 * no new link.
 */
const isCurrent = (row: OnlineRow, report: Report): boolean =>
  (row.reopenedAt === null || row.hasStartLink) &&
  !(report === 'let_in' && row.accessClearedAt !== null);

/**
 * Reads the state of the sitting from the proctoring service and applies it; returns the
 * registration as it is then.
 */
export async function pollProctoring(call: Call, row: OnlineRow): Promise<OnlineRow> {
  if (row.proctorUuid === null) return row;
  const status = await sittingStatus(row.proctorUuid).catch(nullOnPartnerError);
  const report = status === null ? undefined : reportOf[status];
  return report === undefined || !isCurrent(row, report)
    ? row
    : apply(call, 'proctoring', row, report);
}

/**
 * Reads from the exam platform whether the course is completed and applies it; returns the
 * registration as it is then.
 */
export async function pollProgram(call: Call, row: OnlineRow): Promise<OnlineRow> {
  const isDone = await isFinished('program', row.id).catch(nullOnPartnerError);
  return isDone === true ? apply(call, 'exam_platform', row, 'program_completed') : row;
}
