import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { RedemptionServiceDefinition } from '@portal/proto/seminary/v1/redemption';
import { getSeminaryStudent } from '../students/find-students.ts';
import { toWire } from '../students/records/student-to-wire.ts';
import { findMatch } from './find-match.ts';
import { getRedeemableCourses } from './get-courses.ts';
import { releaseExams } from './release-exams.ts';

export const redemptionRpcs = rpcs(RedemptionServiceDefinition, {
  findMatch: {
    handle: async (_, call) => {
      const { message, match } = await findMatch(call);
      const found = match && (await getSeminaryStudent(call, match.found.id));
      return {
        message: message ?? undefined,
        seminaryStudent: found ? toWire(found) : undefined,
        exactMatch: match?.isExact ?? false,
      };
    },
  },
  getRedeemableCourses: {
    handle: async ({ seminaryStudentId }, call) => {
      const found = await getRedeemableCourses(call, seminaryStudentId);
      return {
        courses: found.courses.map(present),
        neededCredits: found.neededCredits,
        hasPendingGrade: found.hasPendingGrade,
        hasUntakenRegistration: found.hasUntakenRegistration,
        redeemFrom: found.redeemFrom,
        block: found.block?.detail,
      };
    },
  },
  releaseExams: {
    handle: async (request, call) => {
      const { message, courses, seminaryStudent } = await releaseExams(call, request);
      return { message, courses: courses.map(present), seminaryStudent: toWire(seminaryStudent) };
    },
  },
});
