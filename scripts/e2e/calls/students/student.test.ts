import { describe, expect, test } from '@jest/globals';
import {
  emailStudyMaterials,
  getCreditsInfo,
  getStudentInfo,
} from '@portal/contract/students/student';
import { steadyNow } from '@portal/kit/steady-clock';
import { mailTo } from '../../../portal/mails.ts';
import { thePortal } from '../../../portal/place.ts';
import { creditPrice } from '../../cards/credit-price.ts';
import { examThat, isPlain, registered } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

describe('getCreditsInfo', () => {
  test('sums the lots by their restrictions', async () => {
    const { person } = await aStudent({
      credits: [
        { credits: 4 },
        { credits: 3, vendorsAllowed: '1,4' },
        { credits: 2, vendorsAllowed: '3' },
      ],
    });
    expect(await person.do(getCreditsInfo, {})).toMatchObject({
      totalCredits: 9,
      creditsDetails: { '1,4': 3, '3': 2, generic: 4 },
      vendorSpecificPackage: true,
      packageBuyingDisabled: false,
      examAllowedPackages: [],
      examAllowedPackage: null,
      examAllowedPckCreditBalance: 0,
      freeCreditForSeminaryStudyRetakes: 0,
    });
  });

  test('gives zero credits, and the price for members or non-members', async () => {
    const [nonMember, member] = await Promise.all([aStudent(), aStudent({ membershipTypeId: 1 })]);
    expect(await nonMember.person.do(getCreditsInfo, {})).toMatchObject({
      totalCredits: 0,
      creditsDetails: { '1,4': 0, '3': 0, generic: 0 },
      vendorSpecificPackage: false,
    });
    const [high, low] = [await creditPrice(nonMember.person), await creditPrice(member.person)];
    expect(low).toBeLessThan(high);
    expect(Math.round(low * 100)).toBeCloseTo(low * 100, 6);
  });

  test('separates credits for certain exams, and free retakes', async () => {
    const { person } = await aStudent({
      credits: [
        { credits: 5, examsAllowed: [101, 102] },
        { credits: 3, freeSeminaryRetake: true },
        { credits: 1 },
      ],
    });
    expect(await person.do(getCreditsInfo, {})).toMatchObject({
      totalCredits: 6,
      creditsDetails: { generic: 1 },
      examAllowedPckCreditBalance: 5,
      examAllowedPackages: [{ exams_allowed: [101, 102], balance: 5 }],
      freeCreditForSeminaryStudyRetakes: 3,
    });
  });
});

describe('getStudentInfo', () => {
  test('gives students their record and credits, without staff-only fields', async () => {
    const { person, id, firstName, lastName, dob, last4ssn, email } = await aStudent({
      credits: 2,
      maidenName: 'Nee',
    });
    const { student, creditsInfo } = await person.do(getStudentInfo, {});
    expect(student).toMatchObject({
      id,
      firstName,
      lastName,
      dob,
      last4ssn,
      email,
      maidenName: 'Nee',
      gender: '2',
      hasAccount: true,
      collegeId: 269,
    });
    expect(student.collegeName).toMatch(/\w/);
    expect(student.membershipName).toMatch(/\w/);
    for (const field of ['createdOn', 'createdBy', 'lastChange', 'lastChangeBy'])
      expect(student).not.toHaveProperty(field);
    expect(creditsInfo.totalCredits).toBe(2);
    expect(JSON.stringify(student)).not.toMatch(/password|hash/i);
  });

  test('gives staff the record with its creation, by our id or by that of TTI', async () => {
    const ttiStudentId = `e2e${steadyNow().getTime()}`;
    const [{ id }, admin] = await Promise.all([
      anEnrolled({ ttiStudentId, isTtiMember: true }),
      signedInStaff('ROLE_ADMIN'),
    ]);
    for (const input of [
      { student_id: id },
      { studentId: id },
      { isTtiMember: true, student_id: ttiStudentId },
    ])
      expect((await admin.do(getStudentInfo, input)).student).toMatchObject({
        id,
        hasAccount: false,
        createdOn: expect.any(String),
        ttiStudentId,
        isTtiMember: true,
      });
    for (const input of [
      { isTtiMember: true, student_id: `${ttiStudentId}x` },
      { student_id: 2_000_000_000 },
    ])
      expect(refusal(await admin.ask(getStudentInfo, input))).toEqual({
        status: 404,
        code: 'student_not_found',
        detail: 'No student found',
      });
  });
});

describe('emailStudyMaterials', () => {
  test('emails the links to a student who has registered the exam', async () => {
    const { person, email } = await aStudent({ credits: 8 });
    const { exam } = await registered(
      person,
      await examThat(person, (row) => isPlain(row) && row.study_materials.length > 1),
    );
    const { text: first } = await mailTo(email, /./);
    expect(first).toMatch(/\w/);
    expect(await person.do(emailStudyMaterials, { examId: exam.id })).toEqual({
      successMessage: `The study materials were sent to ${email}.`,
    });
    const { text, subject } = await mailTo(email, /study material/i);
    expect(subject + text).toContain(exam.subject);
    for (const { display_title, url } of exam.study_materials) {
      expect(text).toContain(display_title);
      expect(text).toContain(thePortal.url + url);
    }
  });

  test('requires a registration that is not cancelled', async () => {
    const { person } = await aStudent();
    const { id: examId } = await examThat(
      person,
      ({ study_materials }) => study_materials.length > 0,
    );
    const refused = {
      status: 403,
      code: 'not_registered',
      detail: 'Register for this exam to get its study materials.',
    };
    expect(refusal(await person.ask(emailStudyMaterials, { examId }))).toEqual(refused);
    expect(refusal(await person.ask(emailStudyMaterials, { examId: 2_000_000_001 }))).toEqual(
      refused,
    );
  });
});
