import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import {
  type OfficeSessionBefore,
  readOfficeSession,
} from '../../capacity/seats/sessions/office-session-store.ts';
import { countLine } from '../../capacity/waiting-list/entry-store.ts';
import { fees } from '../../clients.ts';
import { calledOffMailText } from '../../emails/called-off-emails.ts';
import { calendarError } from '../../errors.ts';
import { type ProctorPayment, paymentsAfterCallingOff } from '../../records/fees/proctor-fee.ts';
import {
  placeOf,
  type RegistrationRow,
} from '../../records/registrations/state/registration-row.ts';
import { checkVersion } from '../calendar/checks/check-session.ts';
import { isOver } from '../calendar/queries/office-session.ts';
import { byProgress, previewedExams, studentsOf } from '../session-operations/exams-of-session.ts';
import { previewHash } from '../session-operations/preview-hash.ts';
import { readBooked } from '../session-operations/run-store.ts';
import { readMailedSession } from './store.ts';

/** The office's choices for calling a session off. */
export interface CallOffChoice {
  sessionId: number;
  version: number;
  /** Fees are refunded to the cards; else they are kept for the next session. */
  refundFees: boolean;
  /** An additional text of the emails. */
  message: string | null;
}

/** The effects of calling off; money in cents. */
export interface CallOffPreview {
  previewHash: string;
  students: number;
  exams: number;
  begun: number;
  paidCount: number;
  paidCents: number;
  waived: number;
  refundNowCents: number;
  refundLaterCents: number;
  schoolName: string | undefined;
  mailText: string;
  /** Students in line, including those with an offer. */
  waiting: number;
  offers: number;
}

/** Exams that leave the session, and the facts that the preview shows. */
export interface CallOffFacts {
  booked: RegistrationRow[];
  begun: number;
  students: number;
  previewed: unknown;
}

/**
 * Reads the effects of calling a session off. Throws session_not_found, called_off, session_changed
 * or session_over.
 */
export async function readCallOff(
  sql: Sql,
  { sessionId, version, refundFees, message }: CallOffChoice,
  before: OfficeSessionBefore | undefined,
  now: Date,
): Promise<CallOffFacts> {
  if (before === undefined) throw calendarError('session_not_found');
  await checkVersion(sql, before, version);
  if (isOver(before, now)) throw calendarError('session_over');
  const { booked, begun } = byProgress(await readBooked(sql, sessionId));
  return {
    booked,
    begun: begun.length,
    students: studentsOf(booked).length,
    previewed: {
      version,
      refundFees,
      message,
      exams: previewedExams(booked),
      begun: previewedExams(begun),
    },
  };
}

/** The proctor payments of exams that leave their session. */
const paymentsOf = (booked: readonly RegistrationRow[]): [RegistrationRow, ProctorPayment][] =>
  booked.flatMap((row) => {
    const { changes } = paymentsAfterCallingOff(row.proctorPayments, placeOf(row), false);
    const ids = new Set(changes.map(({ id }) => id));
    return row.proctorPayments
      .filter(({ id }) => ids.has(id))
      .map((payment): [RegistrationRow, ProctorPayment] => [row, payment]);
  });

/**
 * Returns the students who would lose a session, the effect on their fees, its cost and the email
 * that they would get (C-O09). Throws session_not_found, called_off, session_changed or
 * session_over. R-516.
 */
export async function previewCallOff(call: Call, choice: CallOffChoice): Promise<CallOffPreview> {
  const { db, now, actor, requestId } = call;
  const { sessionId, refundFees, message } = choice;
  const before = await readOfficeSession(db, sessionId);
  const { booked, begun, students, previewed } = await readCallOff(db, choice, before, now);
  const paid = paymentsOf(booked).flatMap(([{ id: registrationId }, { paymentId, cents }]) =>
    paymentId === null ? [] : [{ registrationId, paymentId, cents }],
  );
  const { nowCents, laterCents } =
    refundFees && paid.length > 0
      ? await fees.quoteFeeRefunds({ fees: paid }, { actor, requestId })
      : { nowCents: 0, laterCents: 0 };
  const { schoolName, ...mailed } = await readMailedSession(db, sessionId);
  return {
    previewHash: previewHash(previewed, now),
    students,
    exams: booked.length,
    begun,
    paidCount: paid.length,
    paidCents: paid.reduce((sum, { cents }) => sum + cents, 0),
    waived: paymentsOf(booked).length - paid.length,
    refundNowCents: nowCents,
    refundLaterCents: laterCents,
    ...(await countLine(db, sessionId)),
    schoolName: schoolName ?? undefined,
    mailText: calledOffMailText({ message, refundFees, ...mailed }),
  };
}
