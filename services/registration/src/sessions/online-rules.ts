import { dayInNewYork } from '@portal/kit/clock';
import { conflict, type DomainError, forbidden } from '@portal/kit/errors';
import { reasonRequired } from '../registrations/cancel-rules.ts';
import { registrationNotFound } from '../registrations/registration-rules.ts';
import { isExamStarted, type RegistrationStatus } from '../registrations/registration-state.ts';
import type { SessionType } from './proctor-fee.ts';

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
  const { status, sessionId, sessionType, sessionStartsAt, paperOnly } = registration;
  if (status === 'cancelled') return registrationNotFound();
  if (reason !== 5) return reasonRequired();
  if (isExamStarted(registration) || status === 'online_access') return conflict('exam_started', 'This exam has been started.');
  if (status !== 'scheduled' || sessionId === null || (sessionType !== '22' && sessionType !== '23')) {
    return conflict('not_a_school_session', 'This exam is not booked into a school or shipped session.');
  }
  if (paperOnly === true) return conflict('paper_only', 'This exam can be taken only on paper.');
  const isOver = sessionStartsAt !== null && dayInNewYork(sessionStartsAt) < dayInNewYork(now);
  return isOver && !isTechSupport
    ? forbidden('session_over', 'The date of this session has passed. Only tech support can change it to online.')
    : null;
}
