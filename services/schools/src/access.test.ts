import { expect, test } from '@jest/globals';
import { openTo } from '@portal/kit/testing/callers';

test('each RPC is open to those who may, and to nobody else', async () => {
  expect(await openTo(new URL('.', import.meta.url))).toEqual({
    getBulkRun: 'admin superAdmin school',
    listSchools: 'student part staff',
    orderBulk: 'admin superAdmin school',
    quoteBulk: 'admin superAdmin school',
    readSessionAccount: 'admin superAdmin techSupport school',
  });
});
