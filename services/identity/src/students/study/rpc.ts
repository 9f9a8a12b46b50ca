import { rpcs } from '@portal/kit/grpc/rpc';
import {
  type JoinStudyRequest,
  StudyMembersServiceDefinition,
} from '@portal/proto/identity/v1/study';
import type { StudentForm } from '../../records/students/student.ts';
import { findStudyMember } from './find-study-member.ts';
import { joinStudy } from './join-study.ts';
import { leaveStudy } from './leave-study.ts';

export const studyMemberRpcs = rpcs(StudyMembersServiceDefinition, {
  findStudyMember: {
    handle: ({ ttiStudentId, email }, call) => findStudyMember(call, ttiStudentId, email ?? null),
  },
  joinStudy: {
    handle: async (request, call) => {
      const { ttiStudentId, isMember } = request;
      const studentId = await joinStudy(call, { ttiStudentId, isMember, form: formOf(request) });
      return studentId === null ? {} : { studentId };
    },
  },
  leaveStudy: {
    handle: async ({ ttiStudentId }, call) => {
      await leaveStudy(call, { ttiStudentId });
      return {};
    },
  },
});

/** Returns the data of a record; null when a required field is missing. */
function formOf(request: JoinStudyRequest): StudentForm | null {
  const { firstName, lastName, dob, last4Ssn, gender } = request;
  if (!dob || !last4Ssn || !gender) return null;
  return {
    firstName: firstName.normalize('NFC'),
    lastName: lastName.normalize('NFC'),
    maidenName: null,
    dob,
    last4Ssn,
    gender,
    email: request.email || null,
    cellphone: request.phone || null,
    phone: null,
    address: request.address || null,
    city: request.city || null,
    state: request.state || null,
    zip: request.zip || null,
    country: request.country || 'United States',
    collegeId: request.collegeId || null,
    schoolId: null,
    cohort: null,
    membershipTypeId: null,
    accommodations: null,
    accommodationsApprovedBy: null,
    isForSchool: false,
    ttiStudentId: null,
    isTtiMember: false,
  };
}
