import { expect, test } from '@jest/globals';
import { openTo } from '@portal/kit/testing/callers';

test('each RPC is open to those who may, and to nobody else', async () => {
  expect(await openTo(new URL('.', import.meta.url))).toEqual({
    chargeAndJoin: 'student admin superAdmin admissions part',
    getRefundData: 'admin superAdmin admissions part',
    getStudyInfo: 'student admin superAdmin admissions part',
    listSeminaries: 'admin superAdmin part',
    listStudentPrograms: 'student part staff',
    payRest: 'admin superAdmin admissions part',
    refundAndUnjoin: 'admin superAdmin admissions part',
    saveMethod: 'student admin superAdmin admissions part',
  });
});
