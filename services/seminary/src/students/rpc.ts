import { dayInNewYork } from '@portal/kit/clock';
import { rpcs } from '@portal/kit/grpc/rpc';
import {
  SeminaryStudentsServiceDefinition,
  type SeminaryStudentForm as WireForm,
} from '@portal/proto/seminary/v1/students';
import { addSeminaryStudent } from './add-student.ts';
import { editSeminaryStudent } from './edit-student.ts';
import { findSeminaryStudents, getSeminaryStudent, listSeminaryStudents } from './find-students.ts';
import { academicYear } from './form/academic-year.ts';
import { listSeminaries, listStudentPrograms } from './list-programs.ts';
import { toWire } from './records/student-to-wire.ts';

export const seminaryStudentRpcs = rpcs(SeminaryStudentsServiceDefinition, {
  listSeminaries: { handle: async (_, call) => ({ seminaries: await listSeminaries(call) }) },
  listStudentPrograms: {
    handle: async (_, call) => ({ programs: await listStudentPrograms(call) }),
  },
  findSeminaryStudents: {
    handle: async (request, call) => ({
      students: (await findSeminaryStudents(call, request)).map(toWire),
    }),
  },
  getSeminaryStudent: {
    handle: async ({ id }, call) => ({ student: toWire(await getSeminaryStudent(call, id)) }),
  },
  listSeminaryStudents: {
    handle: async (_, call) => ({ students: (await listSeminaryStudents(call)).map(toWire) }),
  },
  addSeminaryStudent: {
    handle: async ({ form, confirmDoubleSsnDob }, call) => {
      const seminaryYear = form?.seminaryYear ?? academicYear(dayInNewYork(call.now));
      const student = await addSeminaryStudent(call, {
        form: { ...formOf(form), seminaryYear },
        confirmDoubleSsnDob,
      });
      return { student: toWire(student) };
    },
  },
  editSeminaryStudent: {
    handle: async ({ id, form }, call) => {
      const student = await editSeminaryStudent(call, {
        id,
        form: { ...formOf(form), seminaryYear: form?.seminaryYear ?? null },
      });
      return { student: toWire(student) };
    },
  },
});

/** A text as it was typed, composed (NFC), or null when it is empty after trimming. */
const typed = (text: string | undefined): string | null => text?.trim().normalize('NFC') || null;

const formOf = (wire: WireForm | undefined) => ({
  firstName: typed(wire?.firstName) ?? '',
  lastName: typed(wire?.lastName) ?? '',
  email: typed(wire?.email) ?? '',
  phone: typed(wire?.phone) ?? '',
  last4Ssn: wire?.last4Ssn ?? '',
  dob: wire?.dob ?? '',
  address: typed(wire?.address) ?? '',
  city: typed(wire?.city) ?? '',
  state: typed(wire?.state),
  zip: typed(wire?.zip) ?? '',
  country: typed(wire?.country) ?? '',
  seminaryId: wire?.seminaryId ?? 0,
  seminaryEmail: typed(wire?.seminaryEmail),
  seminaryPhone: typed(wire?.seminaryPhone),
});
