import type { EventType } from '@portal/kit/commands/command';
import type { RenderedEmail } from '@portal/kit/email/render-email';
import { type Consumer, on } from '@portal/kit/events/inbox';
import {
  Disconnected,
  ProctorBooked,
  ProgramCompleted,
} from '@portal/proto/registration/v1/events';
import { addressee } from '../../../emails/mailed-to.ts';
import {
  disconnectedEmail,
  type OnlineEmail,
  proctorBookedEmail,
  programCompletedEmail,
} from './emails.ts';

interface About {
  registrationId: number;
  studentId: number;
  examId: number;
}

/** Returns the recipient and the exam of an email about an online sitting; null: no recipient. */
export async function mailedOnline({
  studentId,
  examId,
}: About): Promise<{ to: string; about: OnlineEmail } | null> {
  const to = await addressee(studentId, examId);
  return to && { to: to.email, about: { ...to, subject: to.exam.subject } };
}

const mails = <T extends About>(
  event: EventType<T>,
  name: string,
  write: (about: OnlineEmail) => RenderedEmail,
): Consumer =>
  on(event, {
    prepare: ({ data }) => mailedOnline(data),
    apply: async (tx, { id }, mailed) => {
      if (mailed) tx.mail({ key: `${name}:${id}`, to: mailed.to, ...write(mailed.about) });
    },
  });

/**
 * Mails each step of an online sitting that a student should know of while away from the portal.
 */
export const onlineMails: Consumer[] = [
  mails(ProctorBooked, 'proctor_booked', proctorBookedEmail),
  mails(ProgramCompleted, 'program_completed', programCompletedEmail),
  mails(Disconnected, 'disconnected', disconnectedEmail),
];
