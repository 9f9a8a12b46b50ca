import { expect, test } from '@jest/globals';
import { openTo } from '@portal/kit/testing/callers';

test('each RPC is open to those who may, and to nobody else', async () => {
  expect(await openTo(new URL('.', import.meta.url))).toEqual({
    askResults: 'admin superAdmin techSupport advisor advisorAdmin part',
    listResults: 'admin superAdmin techSupport advisor advisorAdmin part',
  });
});
