import { beforeAll, expect, test } from '@jest/globals';
import { getSchoolInfo } from '@portal/contract/schools/office';
import {
  findSeminaryStudentMatchingJSEStudent,
  getRedeemableCourses,
} from '@portal/contract/seminary/redemption';
import { adminGetStudentInfo } from '@portal/contract/students/student-info';
import type { Person } from '../../../portal-user/person.ts';
import { signedInStaff } from '../../people/staff.ts';

/** Demo data for the office. Other tests do not change it. */

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});

test('one school has paid for its runs, and another owes money', async () => {
  const [prepaid, owing] = await Promise.all(
    [151, 412].map((schoolId) => admin.do(getSchoolInfo, { schoolId })),
  );
  expect(prepaid?.schoolBalance).toBe(5000);
  const ofRuns = prepaid?.accountReport.filter(({ Cohort, Amount }) => Cohort && Amount < 0);
  expect(ofRuns).not.toEqual([]);
  expect(owing?.schoolBalance).toBe(-135);
});

/** Returns the seminary student that staff find for a student, and whether they may redeem. */
const found = async (studentId: number) => {
  const { seminaryStudent, exactMatch } = await admin.do(findSeminaryStudentMatchingJSEStudent, {
    student_id: studentId,
  });
  const { canRedeem, redeemBlock } = await admin.do(getRedeemableCourses, {
    seminaryStudentId: seminaryStudent?.id ?? 0,
    student_id: studentId,
  });
  return { exactMatch, canRedeem, redeemBlock };
};

test.each([1009, 2106])('student %i can redeem seminary exams', async (studentId) => {
  expect(await found(studentId)).toEqual({
    exactMatch: true,
    canRedeem: true,
    redeemBlock: null,
  });
});

test('student 1010 matches a seminary student by another name, and lacks credits', async () => {
  expect(await found(1010)).toEqual({
    exactMatch: false,
    canRedeem: false,
    redeemBlock: '7 credits are missing.',
  });
});

test('student 1011 cannot redeem yet', async () => {
  expect(await found(1011)).toMatchObject({
    exactMatch: true,
    canRedeem: false,
    redeemBlock: expect.stringContaining('can be redeemed from 06/01/'),
  });
});

test('student 2104 has a refunded package and a corrected record', async () => {
  const techSupport = await signedInStaff('ROLE_TECH_SUPPORT');
  const { transactionLogs } = await techSupport.do(adminGetStudentInfo, { student_id: 2104 });
  expect(transactionLogs.map(({ transaction_type }) => transaction_type)).toEqual(['R', 'P']);
  const { student } = await admin.do(adminGetStudentInfo, { student_id: 2104 });
  expect(student.logs?.length).toBeGreaterThan(1);
});
