import { on } from '@portal/kit/events/inbox';
import { StudentAdded } from '@portal/proto/identity/v1/events';
import { linkMember } from './link-member.ts';

/** Links a new student on record with the seminary student that staff named (Z-03). */
export const onStudentAdded = on(StudentAdded, {
  apply: async (tx, { data: { studentId, seminaryStudentId } }) => {
    if (seminaryStudentId !== undefined) await linkMember(tx, seminaryStudentId, studentId);
  },
});
