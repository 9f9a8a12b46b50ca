import { expect, test } from '@jest/globals';
import { openTo } from '@portal/kit/testing/callers';

test('each RPC is open to those who may, and to nobody else', async () => {
  expect(await openTo(new URL('.', import.meta.url))).toEqual({
    getExams: 'everybody',
    getMaterials: 'superAdmin',
    listExams: 'everybody',
    listLocations: 'everybody',
    listPackages: 'everybody',
    saveExam: 'superAdmin part',
    saveLocation: 'superAdmin part',
    savePackage: 'superAdmin part',
    savePrices: 'superAdmin part',
    updateMaterials: 'superAdmin',
  });
});
