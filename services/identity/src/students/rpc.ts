import { scopeOf } from '@portal/access/can';
import { studentInView } from '@portal/kit/auth/actor';
import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import {
  StudentsServiceDefinition,
  type Student as WireStudent,
} from '@portal/proto/identity/v1/students';
import { setStudentBars } from '../records/files/set-student-bars.ts';
import {
  findStudentByJseId,
  listStudentDetails,
  listStudentsAfter,
  listStudentsById,
} from '../records/students/find-students.ts';
import { readStudent } from '../records/students/read-student.ts';
import type { StudentForm } from '../records/students/student.ts';
import { briefOf } from '../records/students/student-brief.ts';
import { listStudentsOfPairs, takeJseId } from './duplicates/find-same-pair.ts';
import { isEditable } from './editing/edit-rule.ts';
import { editStudent } from './editing/edit-student.ts';
import { addOrClaim } from './enrolment/add-student.ts';
import { exportLookup } from './search/export-lookup.ts';
import { listCohorts } from './search/list-cohorts.ts';
import { listSchoolAdmins, listSchoolStudents } from './search/list-school-students.ts';
import { searchStudents } from './search/search-students.ts';
import { MAX_SUGGESTED, suggestStudents } from './search/suggest-students.ts';
import { studentView } from './student-view.ts';

const MOST = 1000;
const MAX_PAIRS = 20_000;

export const studentRpcs = rpcs(StudentsServiceDefinition, {
  getStudent: {
    handle: async ({ ttiStudentId }, call) => ({
      student: studentView(
        await readStudent(call, { ttiStudentId: ttiStudentId ?? null }),
        call.now,
      ),
    }),
  },
  listStudents: {
    handle: async ({ ids, afterId, limit }, { db, now }) => {
      const most = limit > 0 ? Math.min(limit, MOST) : MOST;
      const students =
        afterId === undefined
          ? await listStudentsById(db, ids.slice(0, most))
          : await listStudentsAfter(db, afterId, most);
      return { students: students.map((one) => studentView(one, now)) };
    },
  },
  listStudentsOfPairs: {
    handle: async ({ pairs }, { db }) => ({
      students: (await listStudentsOfPairs(db, pairs.slice(0, MAX_PAIRS))).map((student) =>
        present(briefOf(student)),
      ),
    }),
  },
  takeJseId: { handle: async (_, { db }) => ({ jseId: await takeJseId(db) }) },
  searchStudents: {
    handle: async ({ offset, limit, ...request }, call) => {
      const { students, total } = await searchStudents(call, {
        firstName: request.firstName ?? '',
        lastName: request.lastName ?? '',
        last4Ssn: request.last4Ssn ?? '',
        dob: request.dob ?? '',
        email: request.email ?? '',
        ttiStudentId: request.ttiStudentId ?? '',
        jseId: request.jseId ?? '',
        sort: request.sort,
        descending: request.descending,
        offset,
        limit,
      });
      return { students: students.map((one) => studentView(one, call.now)), total };
    },
  },
  exportLookup: {
    handle: async ({ search }, call) => {
      const students = await exportLookup(call, {
        firstName: search?.firstName ?? '',
        lastName: search?.lastName ?? '',
        last4Ssn: search?.last4Ssn ?? '',
        dob: search?.dob ?? '',
        email: search?.email ?? '',
        ttiStudentId: search?.ttiStudentId ?? '',
        jseId: search?.jseId ?? '',
        sort: search?.sort ?? '',
        descending: search?.descending ?? false,
      });
      const isOfSchool = scopeOf(call.actor, 'student.export') === 'own_school';
      return {
        students: students.map((student) => {
          const { dob, phone, collegeName, membershipName, ...seen } = present(student);
          return isOfSchool ? seen : { ...seen, dob, phone, collegeName, membershipName };
        }),
      };
    },
  },
  findStudentByJseId: {
    handle: async ({ jseId }, { db, now }) => {
      const student = await findStudentByJseId(db, jseId);
      return { student: student && studentView(student, now) };
    },
  },
  suggestStudents: {
    handle: async ({ query, ids }, call) => {
      const students = await suggestStudents(call, { query, ids: ids.slice(0, MAX_SUGGESTED) });
      return { students: students.map((one) => studentView(one, call.now)) };
    },
  },
  addStudent: {
    handle: async (
      {
        student,
        password,
        confirmDoubleSsnDob,
        isRegular,
        botProof,
        seminaryStudentId,
        invitation,
        language,
      },
      call,
    ) => {
      const { student: added, lostBy } = await addOrClaim(call, {
        id: student?.id ?? 0,
        form: formOf(student),
        password: password ?? null,
        isRegular,
        confirmDoubleSsnDob,
        botProof: botProof ?? null,
        seminaryStudentId: seminaryStudentId || null,
        invitation: invitation || null,
        language: language ?? null,
      });
      return { student: studentView(added, call.now), lostByStudentId: lostBy ?? undefined };
    },
  },
  editStudent: {
    handle: async ({ student, fields, confirmDoubleSsnDob, emailUnlocked }, call) => {
      const { student: edited, isLoginMoved } = await editStudent(call, {
        studentId: studentInView(call.actor),
        named: fields.filter(isEditable),
        wish: formOf(student),
        confirmDoubleSsnDob,
        emailUnlocked,
      });
      return { student: studentView(edited, call.now), loginMoved: isLoginMoved };
    },
  },
  listCohorts: {
    handle: async ({ schoolIds }, { db }) => ({
      schools: await listCohorts(db, schoolIds.slice(0, MOST)),
    }),
  },
  listSchoolStudents: {
    handle: async ({ schoolId }, { db, now }) => ({
      students: (await listSchoolStudents(db, schoolId)).map((one) => studentView(one, now)),
    }),
  },
  listStudentDetails: {
    handle: async ({ ids }, { db }) => ({
      students: (await listStudentDetails(db, ids.slice(0, MOST))).map(present),
    }),
  },
  getSchoolAdmin: {
    handle: async ({ schoolId }, { db }) => {
      const emails = await listSchoolAdmins(db, schoolId);
      return { email: emails[0], emails };
    },
  },
  setStudentBars: {
    handle: async (request, call) => {
      await setStudentBars(call, request);
      return {};
    },
  },
});

/** A text as it was typed, composed (NFC), or null when it is empty after trimming. */
const typed = (text: string | undefined): string | null => text?.trim().normalize('NFC') || null;

/** Parses a form; ids of 0 and empty texts count as absent. */
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
