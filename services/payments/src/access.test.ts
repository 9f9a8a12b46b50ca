import { expect, test } from '@jest/globals';
import { openTo } from '@portal/kit/testing/callers';

test('each RPC is open to those who may, and to nobody else', async () => {
  expect(await openTo(new URL('.', import.meta.url))).toEqual({
    assignPackage: 'superAdmin advisorAdmin',
    buyCredits: 'student admin superAdmin advisorAdmin',
    buyCreditsForRegistration: 'part',
    buyPackage: 'student admin superAdmin advisorAdmin',
    chargeStudy: 'part',
    getCredits: 'student admin superAdmin advisor advisorAdmin part',
    getStudyMethod: 'part',
    getStudyRefunds: 'part',
    grantCredits: 'part',
    listCards: 'student admin superAdmin techSupport support advisor advisorAdmin school part',
    listCharges: 'superAdmin techSupport part',
    listExamOffers: 'student admin superAdmin advisor advisorAdmin part',
    payBulkExams: 'part',
    payFees: 'student admin superAdmin',
    payRetakeFee: 'part',
    quoteBulkExams: 'part',
    refundCharge: 'superAdmin techSupport',
    refundFees: 'part',
    refundStudy: 'part',
    returnCredits: 'part',
    saveCard: 'student admin superAdmin school part',
    saveStudyMethod: 'part',
    spendCredits: 'part',
  });
});
