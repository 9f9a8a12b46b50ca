import { createHmac, randomUUID } from 'node:crypto';
import type { CallAnswer } from '@portal/contract/call';
import type { Exam } from '@portal/contract/exams/exam';
import type { Problem } from '@portal/contract/problem';
import {
  addStudentExamToProctor,
  type reportProctoring,
  startExam,
} from '@portal/contract/sessions/online';
import { steadyNow } from '@portal/kit/steady-clock';
import { thePortal } from '../../portal/place.ts';
import { type Answer, Person } from '../../portal-user/person.ts';
import { aStudent, type SignedIn } from '../people/students.ts';
import { examThat, feesPaid, isPlain, registered, statusIs } from './registrations.ts';

/** Returns whether an exam is plain and can also be sat at home. */
export const isOnline = (exam: Exam): boolean =>
  isPlain(exam) && exam.content_code !== null && exam.examProctorCode !== null;

/**
 * Creates a student with a registration of an exam that can be sat at home. By default its fees are
 * paid.
 */
export async function readyOnline({
  holds = isOnline,
  isPaid = true,
  ...about
}: About = {}): Promise<Ready> {
  const student = await aStudent({ credits: 12, ...about });
  const { exam, registrationId } = await registered(
    student.person,
    await examThat(student.person, holds),
  );
  if (isPaid) await feesPaid(student.person, exam);
  return { ...student, exam, registrationId, ids: { examId: exam.id, registrationId } };
}
type About = NonNullable<Parameters<typeof aStudent>[0]> & {
  holds?: (exam: Exam) => boolean;
  isPaid?: boolean;
};
export interface Ready extends SignedIn {
  exam: Exam;
  registrationId: number;
  ids: { examId: number; registrationId: number };
}

/** Does what a proctor does on the proctoring service's page. */
export async function asProctor(proctorUuid: string, kind: string): Promise<void> {
  const answer = await post(`${thePortal.sandboxUrl}/proctor/play/${proctorUuid}/actions`, {
    kind,
  });
  if (!answer.ok) throw new Error(`the proctoring service refused: ${await answer.text()}`);
}

/** Returns a booking from the proctoring service. */
export async function bookingOf(
  proctorUuid: string,
): Promise<{ status: string; startUrl: string }> {
  const answer = await fetch(`${thePortal.sandboxUrl}/proctor/bookings/${proctorUuid}`);
  return (await answer.json()) as { status: string; startUrl: string };
}

/** Returns the start link that the portal sent to the proctoring service. */
export const startLinkOf = async (proctorUuid: string): Promise<string> =>
  (await bookingOf(proctorUuid)).startUrl;

/** Finishes an exam or a course on the platform's page. */
export async function finishRun(url: string): Promise<void> {
  const answer = await post(`${url}/finish`, {});
  if (!answer.ok) throw new Error(`the exam platform refused: ${await answer.text()}`);
}

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

interface StartKey {
  student_id: number;
  exam_id: number;
  registration_id: number;
  token: string;
}
export const keyOf = (link: string): StartKey =>
  JSON.parse(Buffer.from(link.split('/').at(-1) ?? '', 'base64url').toString());

/**
 * Opens a start link as its page does, from a browser without a session; `change` overrides fields
 * of the link.
 */
export function start(
  link: string,
  change: Partial<StartKey> = {},
): Promise<Answer<CallAnswer<typeof startExam> & Problem>> {
  const {
    student_id: studentId,
    exam_id: examId,
    registration_id: registrationId,
    token,
  } = { ...keyOf(link), ...change };
  const body = JSON.stringify({ studentId, examId, registrationId });
  return new Person().send('POST', startExam.path, body, { authorization: `Bearer ${token}` });
}

/** Books the proctor for a student. */
export const proctored = (ready: Ready) => ready.person.do(addStudentExamToProctor, ready.ids);

/** Creates a student whom the proctor has let in; returns the start link too. */
export async function letIn(): Promise<{
  ready: Ready;
  registrationId: number;
  proctorUuid: string;
  link: string;
}> {
  const ready = await readyOnline();
  const { proctorUuid } = await proctored(ready);
  await asProctor(proctorUuid, 'let_in');
  await statusIs(ready, 'online_access');
  return {
    ready,
    registrationId: ready.registrationId,
    proctorUuid,
    link: await startLinkOf(proctorUuid),
  };
}

const secrets = {
  '/api/partner/proctoring': () => thePortal.env.PROCTOR_SECRET ?? 'sandbox-proctor-secret',
  '/api/partner/examPlatform': () => thePortal.env.EXAM_PLATFORM_SECRET ?? 'sandbox-exam-secret',
};

interface Notice {
  /** Signs the notice; by default the partner's own secret. */
  secret?: string;
  /** Age of the signature in seconds. */
  late?: number;
  /** A body to send in place of the signed one. */
  instead?: string;
}

/** Sends a notice as a partner, or as a forger with another secret or body. */
export function notice(
  path: keyof typeof secrets,
  fields: object,
  { secret = secrets[path](), late = 0, instead }: Notice = {},
): Promise<Answer<CallAnswer<typeof reportProctoring> & Problem>> {
  const raw = JSON.stringify({ eventId: randomUUID(), at: steadyNow().toISOString(), ...fields });
  const t = Math.floor(steadyNow().getTime() / 1000) - late;
  const v1 = createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex');
  return new Person().send('POST', path, instead ?? raw, {
    'x-partner-signature': `t=${t},v1=${v1}`,
  });
}
