import type { editStudent } from '@portal/contract/students/enrol';
import { Student } from '@portal/proto/identity/v1/students';
import type { AppContext } from '../app-context.ts';
import type { RequestContext } from '../http/route.ts';
import { cardView } from '../payments/views.ts';
import { heldBy, viewOf } from '../students/records-of-students.ts';
import { withDuplicates } from './add-student.ts';
import { sameFields } from './same-fields.ts';
import { studentsOfSchool } from './students-of-school.ts';

type Editing = RequestContext<typeof editStudent>;
type Input = Editing['input'];

/**
 * Returns a field that has two names by either name; null clears, undefined leaves it unchanged.
 */
function either<T>(one: T | null | undefined, other: T | null | undefined): T | null | undefined {
  if (one != null || other != null) return one ?? other;
  return one === null || other === null ? null : undefined;
}

/** Returns the sent fields, by the names of the service; null clears, and an absent field stays. */
function changesOf(input: Input) {
  const sent = {
    ...sameFields(input),
    last4Ssn: input.last4ssn ?? input.ssn,
    collegeId: input.collegeId ?? input.college,
    membershipTypeId: input.membershipTypeId ?? input.membershipType,
    schoolId: either(input.schoolId, input.school),
    accommodationsApprovedBy: either(input.accommodationsApprovedBy, input.approvedBy),
    isForSchool: input.isForSchool,
  };
  const named = Object.entries(sent).filter(([, value]) => value !== undefined);
  return {
    fields: named.map(([name]) => name),
    student: Student.fromPartial(Object.fromEntries(named.filter(([, value]) => value !== null))),
  };
}

/** Changes a student's record (C-A11); another login address ends the sessions of the student. */
export const handleEditStudent = ({ input, student: id, by }: Editing, context: AppContext) =>
  withDuplicates(by, context.catalogue, async () => {
    const { identity, payments, catalogue, sessions } = context;
    const { student, loginMoved } = await identity.students.editStudent(
      {
        ...changesOf(input),
        confirmDoubleSsnDob: input.confirmDoubleSsnDob ?? false,
        emailUnlocked: input.emailUnlocked ?? false,
      },
      by,
    );
    if (!student) throw new Error('a student was edited and not told');
    if (loginMoved) await sessions.endAll({ kind: 'student', id });
    const reading = { ...by, key: null };
    const [recordsOf, { cards }, allSchoolStudents] = await Promise.all([
      heldBy([id], reading, context),
      payments.cards.listCards({}, reading),
      studentsOfSchool(student, reading, context),
    ]);
    return {
      student: await viewOf(student, recordsOf, reading, context),
      allSchoolStudents,
      school:
        student.schoolId === undefined
          ? null
          : {
              id: student.schoolId,
              name: (await catalogue.schoolNames.of(student.schoolId, reading)) ?? '',
            },
      paymentMethods: cards.map(cardView),
    };
  });
