import { rpcs } from '@portal/kit/grpc/rpc';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { cancelRegistration } from '../../booking/cancelling/cancel-registration.ts';
import { studentToCancelFor } from '../../booking/cancelling/student-to-cancel-for.ts';
import { listOfStudents } from '../../booking/online-office/list-of-students.ts';
import { buyExam } from '../../booking/purchases/buy-exam.ts';
import { registerExam } from '../../booking/purchases/register-exam.ts';
import { getFeesDue } from '../../booking/session-booking/get-fees-due.ts';
import { openStudyMaterial } from '../../booking/study-materials/open-study-material.ts';
import { sendStudyMaterials } from '../../booking/study-materials/send-study-materials.ts';
import { previewRegistering } from '../../office/actions/preview-registering.ts';
import { listWithActions, withActions } from '../../office/actions/with-actions.ts';
import { recordFeesPaid } from './changing/record-fees-paid.ts';
import { listRegistrations } from './reading/list-registrations.ts';
import { listTakeableExams } from './reading/list-takeable-exams.ts';

export const registrationRpcs = rpcs(RegistrationsServiceDefinition, {
  listRegistrations: {
    handle: async (_request, call) => listWithActions(call, await listRegistrations(call)),
  },
  listOfStudents: {
    handle: async ({ studentIds }, call) => ({
      registrations: await listOfStudents(call, studentIds),
    }),
  },
  registerExam: {
    handle: async (request, call) => withActions(call, await registerExam(call, request)),
  },
  buyExam: { handle: async (request, call) => withActions(call, await buyExam(call, request)) },
  cancelRegistration: {
    studentOf: ({ registrationId }, call) => studentToCancelFor(call, registrationId),
    handle: async ({ registrationId, reason, schoolId }, call) =>
      withActions(call, await cancelRegistration(call, { registrationId, reason, schoolId })),
  },
  sendStudyMaterials: { handle: (request, call) => sendStudyMaterials(call, request) },
  openStudyMaterial: { handle: (request, call) => openStudyMaterial(call, request) },
  listTakeableExams: { handle: (request, call) => listTakeableExams(call, request) },
  previewRegistering: {
    handle: async ({ examIds, studentId = null }, call) => ({
      exams: (await previewRegistering(call, { examIds, studentId })).map(
        ({ examId, refusal }) => ({ examId, ...(refusal ?? {}) }),
      ),
    }),
  },
  getFeesDue: { handle: (request, call) => getFeesDue(call, request) },
  recordFeesPaid: {
    async handle(request, call) {
      await recordFeesPaid(call, request);
      return {};
    },
  },
});
