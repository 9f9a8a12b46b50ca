import * as exams from '@portal/contract/exams/exams';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { AppContext } from '../app-context.ts';
import { addressOfFile } from '../catalogue/material-file.ts';
import { inOnePiece, Streamed, savedAs } from '../http/files/streamed.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { totalsView } from '../payments/credit-views.ts';
import { reportRowView, studentBySessionView } from '../schools/views.ts';
import { createExamLists } from './exam-list.ts';
import { currentRow, registeredRow } from './own-rows.ts';
import { materialsView, registrationView } from './views.ts';

const examLists = createExamLists();

/** Returns the fields that the page of a school's session shows after a cancellation (C-A44). */
async function schoolFields(
  cancelledRegistrationId: number,
  sessionId: number | undefined,
  by: CallOptions,
  { schools }: AppContext,
) {
  const now = await schools.bulk.readSessionAccount(
    { sessionId: sessionId ?? 0, cancelledRegistrationId },
    { ...by, key: null },
  );
  return {
    studentsSession: now.studentsPerSession.map(studentBySessionView),
    schoolCurrentBalance: now.balanceCents === undefined ? null : now.balanceCents / 100,
    accountReport: now.accountReport.map(reportRowView),
  };
}

export const examRoutes = [
  route(
    exams.getAllActiveExams,
    async (_asked, { catalogue }) => (await catalogue.exams.get()).plainList,
  ),

  route(
    exams.getAllSeminaryTestingExams,
    async (_asked, { catalogue }) => (await catalogue.exams.get()).seminaryTesting,
  ),

  route(exams.getAllActiveExamsWithRegistrationDetails, ({ by }, context) =>
    examLists.active(by, context),
  ),

  route(
    exams.getAllExamsWithStudyMaterial,
    async (_asked, { catalogue }) => (await catalogue.exams.get()).withMaterials,
  ),

  route(exams.openStudyMaterial, async ({ input, by }, { registration }) => {
    const { materialId, format } = input;
    const withFile = format === 'file';
    const { displayTitle, url, file } = await registration.registrations.openStudyMaterial(
      { materialId, withFile },
      by,
    );
    if (file)
      return new Streamed(
        exams.openStudyMaterial.file,
        inOnePiece(file.content),
        savedAs(file.name),
      );
    // a link has no file to give
    if (withFile) throw refuse('not_found');
    return { url: url === '' ? addressOfFile(materialId) : url, display_title: displayTitle };
  }),

  route(exams.getStudyMaterials, async ({ by }, { catalog }) => {
    const { materials } = await catalog.materials.getMaterials({}, by);
    return materialsView(materials, 0);
  }),

  route(exams.updateAndGetStudyMaterials, async ({ by }, { catalog }) => {
    const { materials, updated } = await catalog.materials.updateMaterials({}, by);
    return materialsView(materials, updated);
  }),

  route(exams.getAllExamsAccordingStudent, ({ by }, context) => examLists.every(by, context)),

  route(exams.onlineExamRegistration, async ({ input, by }, context) => {
    const registered = await context.registration.registrations.registerExam(
      { examId: input.examId },
      by,
    );
    if (!registered.registration) throw new Error('registered without a registration');
    return registrationView(await registeredRow(registered.registration, context), registered);
  }),

  route(exams.cancelExamRegistration, async ({ input, session, by }, context) => {
    const { registrationId, adminCancelReason: reason, isSchoolRegistration = false } = input;
    const cancelled = await context.registration.registrations.cancelRegistration(
      { registrationId, reason, schoolId: session.kind === 'staff' ? input.schoolId : undefined },
      by,
    );
    const { registration, examId, studentId } = cancelled;
    // 0: a service of the release before answered, for which staff named the student
    const about = studentId === 0 ? by : { ...by, actor: { ...by.actor, studentId } };
    const totals = totalsView(cancelled.credits);
    return {
      exam: registration
        ? await registeredRow(registration, context)
        : await currentRow(examId, about, context),
      availableCredits: totals.totCreditsAvailable,
      ...totals,
      sessionId: cancelled.sessionId ?? null,
      refundAdditionalFees: {
        noCharge: cancelled.refundNoCharge,
        refundAmount: cancelled.refundedCents / 100,
        msg: cancelled.refundMessage ?? null,
        error: cancelled.refundError ?? null,
      },
      ...(isSchoolRegistration && session.kind === 'staff'
        ? await schoolFields(registrationId, cancelled.sessionId, about, context)
        : {}),
    };
  }),
];
