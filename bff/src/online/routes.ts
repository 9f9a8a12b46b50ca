import * as online from '@portal/contract/sessions/online';
import { DomainError } from '@portal/kit/errors';
import type { Registration } from '@portal/proto/registration/v1/registrations';
import type { Request } from 'express';
import type { AppContext } from '../app-context.ts';
import { registeredRow } from '../exams/own-rows.ts';
import { route } from '../http/route.ts';
import { countPoll } from './poll-limit.ts';

async function rowOf(registration: Registration | undefined, context: AppContext) {
  if (!registration) throw new Error('answered without a registration');
  return registeredRow(registration, context);
}

/** The token of a start link. Refuses with start_key_missing. */
function bearerOf({ headers }: Request): string {
  const [, token] = /^Bearer ([\w-]{1,200})$/.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) throw new DomainError(401, 'start_key_missing', 'Key not found.');
  return token;
}

/** A partner's report as it came; the service checks its signature. */
const signedReport = ({ body, headers }: Request) => ({
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  signature: String(headers['x-partner-signature'] ?? ''),
});

const starts = [
  route(online.startExam, ({ input, by, request }, { registration }) =>
    registration.online.startExam({ ...input, token: bearerOf(request) }, by),
  ),

  route(online.addStudentExamToProctor, async ({ input, by }, context) => {
    const { registration, ...booked } = await context.registration.online.bookProctor(input, by);
    const exam = await rowOf(registration, context);
    return { ...booked, examProctorCode: exam.examProctorCode ?? '', exam };
  }),

  route(online.addExamForStudent, async ({ input, by }, context) => {
    const { registration, url, sessionId } = await context.registration.online.openExam(input, by);
    return { url, sessionId, exam: await rowOf(registration, context) };
  }),

  route(online.startExamProgram, async ({ input, by }, context) => {
    const { registration, url } = await context.registration.online.startProgram(input, by);
    return { url, exam: await rowOf(registration, context) };
  }),

  route(online.setProctorReserved, async ({ input, by }, context) => {
    const { registration } = await context.registration.online.reserveProctor(input, by);
    return { proctor_reserved: true as const, exam: await rowOf(registration, context) };
  }),
];

const polls = [
  route(online.checkProgramCompleted, async ({ input, student, by }, { registration }) => {
    await countPoll('program', student, input.regId);
    const { onlineProgramCompleted } = await registration.online.checkProgram(
      { registrationId: input.regId },
      by,
    );
    return {
      programCompleted: onlineProgramCompleted !== undefined,
      online_program_completed: onlineProgramCompleted?.toISOString() ?? null,
    };
  }),

  route(online.checkOnlineAccess, async ({ input, student, by }, { registration }) => {
    await countPoll('access', student, input.regId);
    const { onlineAccess, onlineExamStarted, examTaken } =
      await registration.online.checkOnlineAccess({ registrationId: input.regId }, by);
    return {
      onlineAccess,
      online_exam_started: onlineExamStarted?.toISOString() ?? null,
      examTaken,
    };
  }),
];

const reports = [
  route(online.reportProctoring, async ({ request, by }, { registration }) => {
    await registration.online.reportProctoring(signedReport(request), by);
    return { received: true as const };
  }),

  route(online.reportExamPlatform, async ({ request, by }, { registration }) => {
    await registration.online.reportExamPlatform(signedReport(request), by);
    return { received: true as const };
  }),
];

export const onlineRoutes = [...starts, ...polls, ...reports];
