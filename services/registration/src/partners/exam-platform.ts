import { askPartner, unlessUnknown } from '@portal/kit/partners/ask-partner';
import { z } from 'zod';

const Launched = z.object({ url: z.url({ protocol: /^https?$/ }).max(2000) });
const Run = z.object({ status: z.string().max(50) });

/** An exam or a course on the platform. */
export interface Launch {
  kind: 'exam' | 'program';
  /** The registration: launching it again leads to the same run. */
  registrationId: number;
  contentCode: string;
  title: string;
  student: { id: number; firstName: string; lastName: string };
  /** Added to the exam's own time; absent: the platform keeps the previous value. */
  extraMinutes?: number;
  /** Of breaks, which the clock of the exam does not count. */
  breakMinutes?: number;
}

/**
 * Launches an exam or a course on the platform for a student, once per registration, and returns
 * its page. Throws PartnerError.
 */
export async function launch({ registrationId, ...run }: Launch): Promise<string> {
  const url = `${process.env.EXAM_PLATFORM_URL}/launches`;
  const body = { ...run, reference: String(registrationId) };
  const launched = await askPartner({
    partner: 'exam platform',
    method: 'POST',
    url,
    body,
    answer: Launched,
  });
  return launched.url;
}

/** Whether an exam or a course was finished on the platform. Throws PartnerError. */
export async function isFinished(kind: Launch['kind'], registrationId: number): Promise<boolean> {
  const url = `${process.env.EXAM_PLATFORM_URL}/runs/${kind}/${registrationId}`;
  const run = await unlessUnknown(
    askPartner({
      partner: 'exam platform',
      method: 'GET',
      url,
      answer: Run,
      timeoutMs: 3_000,
    }),
  );
  return run?.status === 'completed';
}

/**
 * Opens a finished exam again; one that the platform never had needs no opening. Throws
 * PartnerError.
 */
export async function reopenRun(registrationId: number): Promise<void> {
  const url = `${process.env.EXAM_PLATFORM_URL}/runs/exam/${registrationId}/reopen`;
  await unlessUnknown(askPartner({ partner: 'exam platform', method: 'POST', url, answer: Run }));
}
