import { callsOf } from '@portal/kit/commands/commands-together';
import { outcomeMessage } from '@portal/kit/grpc/refusal';
import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { FIRST_PROCTOR_FEE_CENTS } from '@portal/proto/prices/first-fees';
import {
  type ConfirmSchoolExamsRequest,
  type ExamToConfirm,
  SchoolRegistrationsServiceDefinition,
} from '@portal/proto/registration/v1/school_registrations';
import { checkSchoolExams, checkSchoolExamsOfStudents } from './check-school-exams.ts';
import {
  type ConfirmSchoolExams,
  confirmSchoolExams,
  confirmSchoolExamsOfStudents,
} from './confirm-school-exams.ts';
import { dropSchoolExams } from './drop-school-exams.ts';
import { listSchoolSittings, listSessionStudents } from './list-session-students.ts';
import { readSession } from './read-school-session.ts';

type PaidInRun = ConfirmSchoolExams['exams'][number];

const nothingSpent = {
  credits: 0,
  proctorFeeCents: FIRST_PROCTOR_FEE_CENTS,
  noAdditionalFees: false,
  freeSeminaryRetake: false,
  packages: { ids: [] },
};

const toPaid = (
  { registrationId, spending, isFree, additionalCents, paymentId }: ExamToConfirm,
  chargeSchool: boolean,
): PaidInRun => {
  const { credits, proctorFeeCents, noAdditionalFees, freeSeminaryRetake, packages } =
    spending ?? nothingSpent;
  return {
    registrationId,
    credits,
    proctorFeeCents,
    freeSeminaryRetake,
    packageIds: packages?.ids ?? null,
    chargeSchool,
    isFree,
    additionalCents,
    paymentId: paymentId ?? null,
    // the student never pays for an exam that the school's balance paid
    noAdditionalFees: noAdditionalFees || chargeSchool,
  };
};

const toOrder = ({
  studentId,
  sessionId,
  sendStudyMaterials,
  chargeSchool,
  exams,
}: ConfirmSchoolExamsRequest): ConfirmSchoolExams => ({
  studentId,
  sessionId,
  sendStudyMaterials,
  exams: exams.map((exam) => toPaid(exam, chargeSchool)),
});

export const schoolRunRpcs = rpcs(SchoolRegistrationsServiceDefinition, {
  readSchoolSession: {
    async handle(request, call) {
      const { exams, ...session } = await readSession(call, request);
      return { ...session, exams: exams.map(present) };
    },
  },
  checkSchoolExams: { handle: (request, call) => checkSchoolExams(call, request) },
  checkSchoolExamsOfStudents: {
    async handle({ students }, call) {
      const outcomes = await checkSchoolExamsOfStudents(callsOf(call, students, (order) => order));
      return { students: outcomes.map(outcomeMessage) };
    },
  },
  confirmSchoolExams: {
    handle: (request, call) => confirmSchoolExams(call, toOrder(request)),
  },
  confirmSchoolExamsOfStudents: {
    async handle({ students }, call) {
      const outcomes = await confirmSchoolExamsOfStudents(callsOf(call, students, toOrder));
      return { students: outcomes.map(outcomeMessage) };
    },
  },
  dropSchoolExams: {
    async handle(request, call) {
      await dropSchoolExams(call, request);
      return {};
    },
  },
  listSessionStudents: {
    handle: async (request, call) => ({
      students: await listSessionStudents(call, [request.sessionId]),
    }),
  },
  listSchoolSittings: { handle: ({ schoolId }, call) => listSchoolSittings(call, schoolId) },
});
