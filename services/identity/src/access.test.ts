import { expect, test } from '@jest/globals';
import { openTo } from '@portal/kit/testing/callers';

test('each RPC is open to those who may, and to nobody else', async () => {
  expect(await openTo(new URL('.', import.meta.url))).toEqual({
    addStudent: 'everybody',
    checkStudentId: 'everybody',
    confirmToken: 'everybody',
    findByJseIds: 'part',
    findStudyMember: 'part',
    getStudent: 'student part staff',
    getVendorIds: 'part',
    joinStudy: 'part',
    keepCccId: 'part',
    leaveStudy: 'part',
    listCohorts: 'admin superAdmin admissions school part',
    listColleges: 'everybody',
    listStudents: 'part',
    listVendorIds: 'part',
    requestPasswordReset: 'everybody',
    requestSignUp: 'everybody',
    sendInvite: 'admin superAdmin admissions',
    setPassword: 'everybody',
    setStudentBars: 'admin superAdmin part',
    signInStaff: 'everybody',
    signInStudent: 'everybody',
    verifyBotCheck: 'everybody',
  });
});
