import type { StudentForm } from '../../records/students/student.ts';
import type { Source } from './check-form.ts';

/** Membership type and college of a person who was added without them. */
export const NON_MEMBER = 2;
const DEFAULT_COLLEGE = 234;

/** The terms that an invitation grants. */
export interface InviteTerms {
  membershipTypeId: number;
  collegeId: number;
}

/**
 * Returns the form with the fields that its source may not choose set for it, and defaults filled
 * in.
 */
export function formOfSource(
  form: StudentForm,
  {
    source,
    isRegular,
    ownSchoolId,
  }: { source: Source; isRegular: boolean; ownSchoolId: number | null },
): StudentForm {
  const nobodysBusiness = {
    accommodations: null,
    accommodationsApprovedBy: null,
    ttiStudentId: null,
    isTtiMember: false,
  };
  if (source === 'self')
    return {
      ...form,
      ...nobodysBusiness,
      isForSchool: false,
      membershipTypeId: null,
      collegeId: null,
      schoolId: null,
      cohort: null,
    };
  if (source === 'school')
    return {
      ...form,
      ...nobodysBusiness,
      isForSchool: true,
      schoolId: ownSchoolId,
      membershipTypeId: NON_MEMBER,
      collegeId: DEFAULT_COLLEGE,
    };
  const own = source === 'admin' ? { ...form, ttiStudentId: null, isTtiMember: false } : form;
  if (isRegular) return own;
  return {
    ...own,
    membershipTypeId: own.membershipTypeId ?? NON_MEMBER,
    collegeId: own.collegeId ?? DEFAULT_COLLEGE,
  };
}

/**
 * The terms under which a self sign-up is saved: those of the invitation whose secret came along,
 * else membership type 2, college 234 and no school.
 */
export function withInvite(
  form: StudentForm,
  invite: InviteTerms | null,
): StudentForm & { membershipTypeId: number } {
  return {
    ...form,
    membershipTypeId: invite?.membershipTypeId ?? NON_MEMBER,
    collegeId: invite?.collegeId ?? DEFAULT_COLLEGE,
    schoolId: null,
  };
}
