import { rpcs } from '@portal/kit/rpc';
import { present } from '@portal/kit/wire';
import { type ExamToConfirm, SchoolRegistrationsServiceDefinition } from '@portal/proto/registration/v1/school_registrations';
import { checkSchoolExams } from './check-school-exams.ts';
import { type ConfirmSchoolExams, confirmSchoolExams } from './confirm-school-exams.ts';
import { dropSchoolExams } from './drop-school-exams.ts';
import { listSessionStudents } from './list-session-students.ts';
import { readSession } from './read-school-session.ts';

type PaidInRun = ConfirmSchoolExams['exams'][number];

const nothingSpent = { credits: 0, proctorFeeCents: 1500, noAdditionalFees: false, freeSeminaryRetake: false };

const toPaid = ({ registrationId, spending, isFree, additionalCents, paymentId }: ExamToConfirm, chargeSchool: boolean): PaidInRun => {
  const { credits, proctorFeeCents, noAdditionalFees, freeSeminaryRetake } = spending ?? nothingSpent;
  return {
    ...{
      registrationId,
      credits,
      proctorFeeCents,
      freeSeminaryRetake,
      chargeSchool,
      isFree,
      additionalCents,
      paymentId: paymentId ?? null,
    },
    // what the school's balance paid is never the student's to pay
    noAdditionalFees: noAdditionalFees || chargeSchool,
  };
};

export const schoolRunRpcs = rpcs(SchoolRegistrationsServiceDefinition, {
  readSchoolSession: {
    access: ['service'],
    async handle(request, call) {
      const { exams, ...session } = await readSession(call, request);
      return { ...session, exams: exams.map(present) };
    },
  },
  checkSchoolExams: { access: ['service'], handle: (request, call) => checkSchoolExams(call, request) },
  confirmSchoolExams: {
    access: ['service'],
    handle: ({ studentId, sessionId, sendStudyMaterials, chargeSchool, exams }, call) =>
      confirmSchoolExams(call, { studentId, sessionId, sendStudyMaterials, exams: exams.map((exam) => toPaid(exam, chargeSchool)) }),
  },
  dropSchoolExams: {
    access: ['service'],
    async handle(request, call) {
      await dropSchoolExams(call, request);
      return {};
    },
  },
  listSessionStudents: {
    access: ['service'],
    handle: async (request, call) => ({ students: await listSessionStudents(call, request.sessionId) }),
  },
});
