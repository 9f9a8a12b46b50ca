import { rpcs } from '@portal/kit/rpc';
import { present } from '@portal/kit/wire';
import { StudentsServiceDefinition, type Student as WireStudent } from '@portal/proto/identity/v1/students';
import { addStudent } from './add-student.ts';
import { listStudentsAfter, listStudentsById } from './find-students.ts';
import { listCohorts } from './list-cohorts.ts';
import { readStudent } from './read-student.ts';
import { setStudentBars } from './set-student-bars.ts';
import type { StudentForm } from './student.ts';

const MOST = 1000;

export const studentRpcs = rpcs(StudentsServiceDefinition, {
  getStudent: {
    access: ['student', 'admin', 'advisor', 'support', 'admissions', 'school', 'service'],
    handle: async ({ ttiStudentId }, call) => ({ student: present(await readStudent(call, { ttiStudentId: ttiStudentId ?? null })) }),
  },
  listStudents: {
    access: ['service'],
    handle: async ({ ids, afterId, limit }, { db }) => {
      const most = limit > 0 ? Math.min(limit, MOST) : MOST;
      const students = afterId === undefined ? await listStudentsById(db, ids.slice(0, most)) : await listStudentsAfter(db, afterId, most);
      return { students: students.map(present) };
    },
  },
  addStudent: {
    access: ['public', 'admin', 'school', 'service'],
    handle: async ({ student, password, confirmDoubleSsnDob, isRegular, botProof, seminaryStudentId }, call) => {
      const added = await addStudent(call, {
        id: student?.id ?? 0,
        form: formOf(student),
        password: password ?? null,
        isRegular,
        confirmDoubleSsnDob,
        botProof: botProof ?? null,
        seminaryStudentId: seminaryStudentId || null,
      });
      return { student: present(added) };
    },
  },
  listCohorts: {
    access: ['admin', 'admissions', 'school', 'service'],
    handle: async ({ schoolIds }, { db }) => ({ schools: await listCohorts(db, schoolIds.slice(0, MOST)) }),
  },
  setStudentBars: {
    access: ['admin', 'service'],
    handle: async (request, call) => {
      await setStudentBars(call, request);
      return {};
    },
  },
});

/** A text as it was typed, or null when it is empty after trimming. */
const typed = (text: string | undefined): string | null => text?.trim() || null;

/** What was filled in; ids of 0 and empty texts count as absent. */
function formOf(wire: WireStudent | undefined): StudentForm {
  return {
    firstName: typed(wire?.firstName) ?? '',
    lastName: typed(wire?.lastName) ?? '',
    maidenName: typed(wire?.maidenName),
    dob: wire?.dob ?? '',
    last4Ssn: wire?.last4Ssn ?? '',
    gender: wire?.gender ?? '',
    email: typed(wire?.email),
    cellphone: typed(wire?.cellphone),
    phone: typed(wire?.phone),
    address: typed(wire?.address),
    city: typed(wire?.city),
    state: typed(wire?.state),
    zip: typed(wire?.zip),
    country: typed(wire?.country),
    collegeId: wire?.collegeId || null,
    schoolId: wire?.schoolId || null,
    cohort: typed(wire?.cohort),
    membershipTypeId: wire?.membershipTypeId || null,
    accommodations: typed(wire?.accommodations),
    accommodationsApprovedBy: typed(wire?.accommodationsApprovedBy),
    isForSchool: wire?.isForSchool ?? false,
    ttiStudentId: typed(wire?.ttiStudentId),
    isTtiMember: wire?.isTtiMember ?? false,
  };
}
