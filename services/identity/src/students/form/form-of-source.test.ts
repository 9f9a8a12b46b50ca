import { expect, test } from '@jest/globals';
import { aForm } from '../../testing.ts';
import { formOfSource, withInvite } from './form-of-source.ts';

const input = aForm({
  collegeId: 269,
  membershipTypeId: 1,
  schoolId: 209,
  cohort: '2026-2027',
  accommodations: 'a',
  accommodationsApprovedBy: 'b',
});

test('a school admin adds non-members of the own school and nothing else', () => {
  expect(
    formOfSource(input, { source: 'school', isRegular: false, ownSchoolId: 151 }),
  ).toMatchObject({
    schoolId: 151,
    membershipTypeId: 2,
    collegeId: 234,
    isForSchool: true,
    accommodations: null,
    accommodationsApprovedBy: null,
  });
});

test('membership, college and school of a self sign-up do not count', () => {
  const form = formOfSource(input, { source: 'self', isRegular: false, ownSchoolId: null });

  expect(withInvite(form, null)).toMatchObject({
    membershipTypeId: 2,
    collegeId: 234,
    schoolId: null,
  });
  expect(withInvite(form, { membershipTypeId: 3, collegeId: 269 })).toMatchObject({
    membershipTypeId: 3,
    collegeId: 269,
    schoolId: null,
  });
});

test('an admin chooses freely; only a form that is not regular has defaults', () => {
  const none = { ...input, collegeId: null, membershipTypeId: null };

  expect(
    formOfSource(input, { source: 'admin', isRegular: true, ownSchoolId: null }),
  ).toMatchObject({
    collegeId: 269,
    membershipTypeId: 1,
  });
  expect(formOfSource(none, { source: 'admin', isRegular: true, ownSchoolId: null })).toMatchObject(
    {
      collegeId: null,
      membershipTypeId: null,
    },
  );
  expect(
    formOfSource(none, { source: 'admin', isRegular: false, ownSchoolId: null }),
  ).toMatchObject({
    collegeId: 234,
    membershipTypeId: 2,
  });
});
