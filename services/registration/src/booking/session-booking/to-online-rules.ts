import { dayInNewYork } from '@portal/kit/clock';
import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';
import type { SessionType } from '../../records/fees/proctor-fee.ts';
import { stateRefusals } from '../../records/registrations/state/registration-machine.ts';
import { registrationNotFound } from '../../records/registrations/state/registration-rules.ts';
import type { RegistrationStatus } from '../../records/registrations/state/registration-state.ts';
import { reasonRequired } from '../cancelling/cancel-rules.ts';

/** A registration that is to leave its session and be sat online. */
export interface ToOnline {
  status: RegistrationStatus;
  batchId: number | null;
  arrivedBack: string | null;
  onlineExamStarted: Date | null;
  sessionId: number | null;
  sessionType: SessionType | null;
  sessionStartsAt: Date | null;
  paperOnly: boolean | null;
}

/** Why a registration cannot be changed to online, or null; code CP, staff only (C-S52, T-21). */
export function toOnlineRefusal(
  registration: ToOnline,
  { reason, isTechSupport }: { reason: number | undefined; isTechSupport: boolean },
  now: Date,
): DomainError | null {
  const { status, sessionStartsAt, paperOnly } = registration;
  if (status === 'cancelled') return registrationNotFound();
  if (reason !== 5) return reasonRequired();
  const refusal = stateRefusals.changed_to_online(registration);
  if (refusal) return refusal;
  if (paperOnly === true) return domainError('paper_only');
  const isOver = sessionStartsAt !== null && dayInNewYork(sessionStartsAt) < dayInNewYork(now);
  return isOver && !isTechSupport ? domainError('session_over') : null;
}
