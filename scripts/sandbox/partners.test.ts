import { describe, expect, test } from '@jest/globals';
import { sandbox, withSandbox } from './testing/with-sandbox.ts';

withSandbox();

describe('TTI', () => {
  test('payments count once per reference, and no refund exceeds the payment', async () => {
    const program = { programId: 12, name: 'Year in Israel', price: 500, firstPart: 200 };
    const { studentId } = (
      await sandbox.call('POST', '/tti/students', {
        reference: 't-1',
        first: 'Rivka',
        last: 'Stern',
        email: 'r@student.test',
        programs: [program],
      })
    ).body;
    const payment = {
      reference: 'p-1',
      programId: 12,
      amount: 200,
      paymentGateway: 'TTI',
      paymentMethodType: 'CC',
      last4: '1111',
      transId: '600',
    };
    const { studentPaymentId } = (
      await sandbox.call('POST', `/tti/students/${studentId}/payments`, payment)
    ).body;
    await sandbox.call('POST', `/tti/students/${studentId}/payments`, payment);
    expect(
      (await sandbox.call('GET', `/tti/students/${studentId}/programs/12`)).body,
    ).toMatchObject({
      price: 500,
      firstPart: 200,
      totalPaid: 200,
    });
    const refund = (reference: string, amount: number) =>
      sandbox.call('POST', `/tti/students/${studentId}/refunds`, {
        reference,
        studentPaymentId,
        amount,
        transId: '601',
      });
    expect((await refund('f-1', 150)).status).toBe(201);
    expect((await refund('f-2', 51)).body.error).toMatchObject({ code: 'refund_too_large' });
    expect(
      (await sandbox.call('POST', `/tti/students/${studentId}/join`, { programId: 12 })).body,
    ).toEqual({
      isNewMember: true,
      member: true,
    });
  });
});

test('the bot check passes every token but fail', async () => {
  const verify = async (response: string) => {
    const answer = await fetch(`${sandbox.url}/recaptcha/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret: 's', response }),
    });
    return ((await answer.json()) as { success: boolean }).success;
  };
  expect([await verify('anything'), await verify('fail'), await verify('')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('the browser scripts and the index are served', async () => {
  expect(await (await fetch(`${sandbox.url}/v1/Accept.js`)).text()).toContain('window.Accept');
  expect(await (await fetch(`${sandbox.url}/recaptcha/api.js?render=explicit`)).text()).toContain(
    'window.grecaptcha',
  );
  expect(await (await fetch(sandbox.url)).text()).toContain('Partner sandbox');
  expect((await sandbox.call('GET', '/nowhere')).status).toBe(404);
});
