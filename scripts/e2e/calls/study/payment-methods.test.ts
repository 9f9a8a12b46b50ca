import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import * as contract from '@portal/contract/seminary/study';
import { until } from '../../../portal/until.ts';
import {
  aBankAccount,
  anInterested,
  anOwnInterested,
  aStudyCard,
  atTti,
  studyBook,
  switchAch,
} from '../../people/tti-students.ts';
import { refusal } from '../every-call/refusal.ts';
import { admissions, fillMethods, info, refusesByTti, save, withStudyStaff } from './orders.ts';

withStudyStaff();

describe('addPaymentMethod', () => {
  refusesByTti(save);

  test('saves a card or bank account as the current method, without a charge', async () => {
    const ttiStudent = await anInterested();
    const saved = await save(ttiStudent, {}, 'TTINJ');
    expect([saved.status, saved.body]).toEqual([
      200,
      {
        currentPaymentMethod: {
          PaymentMethodType: 'CC',
          CardLast4: expect.any(String),
          AccountLast4: null,
        },
        messages: ['The payment method was saved.'],
      },
    ]);
    const bank = await aBankAccount('TTI');
    await save(ttiStudent, bank);
    const account = {
      PaymentMethodType: 'ACH',
      CardLast4: null,
      AccountLast4: bank.last4accountNumber,
    };
    expect((await info(ttiStudent)).body.currentPaymentMethod).toEqual(account);
    expect((await info(ttiStudent, { paymentTo: 'TTINJ' })).body.currentPaymentMethod).toEqual(
      saved.body.currentPaymentMethod,
    );
    await until(
      () => atTti(ttiStudent.id),
      ({ paymentMethod }) => paymentMethod?.last4 === bank.last4accountNumber,
    );
    expect([await studyBook(ttiStudent.id), await studyBook(ttiStudent.id, 'TTINJ')]).toEqual([
      [],
      [],
    ]);
  });

  test('allows students for their own record only', async () => {
    const own = await anOwnInterested();
    const ttiStudent = { id: own.ttiStudentId, programs: own.programs };
    expect((await save(ttiStudent, {}, 'TTI', own.person)).status).toBe(200);
    expect(refusal(await save(await anInterested(), {}, 'TTI', own.person))).toMatchObject({
      status: 403,
      code: 'other_student',
    });
  });

  test('refuses invalid cards, fields, accounts and an eleventh method', async () => {
    const ttiStudent = await anInterested();
    const refused = await save(ttiStudent, { ...(await aStudyCard('TTI', { zip: '46282' })) });
    expect(refusal(refused)).toEqual({
      status: 402,
      code: 'card_refused',
      detail: 'There was a problem adding your card',
    });
    expect(
      refusal(await save(ttiStudent, { ...(await aStudyCard()), ccLast4: '1' })),
    ).toMatchObject({
      status: 422,
      code: 'card_fields_invalid',
    });
    const place = { ttiStudentId: ttiStudent.id, paymentTo: 'TTI' };
    expect(
      refusal(await admissions.ask(contract.addPaymentMethod, place, randomUUID())),
    ).toMatchObject({
      status: 422,
      code: 'no_payment_method',
    });
    expect(refusal(await save(ttiStudent, { paymentTo: 'XX' }))).toMatchObject({
      status: 422,
      code: 'payment_to_unknown',
    });
    await switchAch('TTINJ', false);
    const bank = await aBankAccount('TTINJ');
    const noAch = await save(ttiStudent, bank, 'TTINJ').finally(() => switchAch('TTINJ', true));
    expect(refusal(noAch)).toEqual({
      status: 422,
      code: 'ach_not_available',
      detail: 'ACH not available',
    });
    await fillMethods(ttiStudent);
    expect(refusal(await save(ttiStudent))).toMatchObject({ status: 409, code: 'too_many_cards' });
  });
});
