import { expect, test } from '@jest/globals';

test('asserts on codes', async () => {
  expect({ code: 'card_declined' }).toMatchObject({ code: 'card_declined' });
  await expect(Promise.reject({ code: 'card_expired' })).rejects.toEqual({ code: 'card_expired' });
  expect('card_in_use').not.toBe('card_refused');
});
test('mentions a code whose assertion does not hold', () => {
  expect('ok').toBe('charge_pending');
});
