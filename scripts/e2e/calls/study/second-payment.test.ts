import { describe, expect, test } from '@jest/globals';
import { sql } from '../../../portal/databases.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import {
  anInterested,
  aProgram,
  makeBusy,
  type Program,
  setFree,
  studyBook,
} from '../../people/tti-students.ts';
import { refusal } from '../every-call/refusal.ts';
import { first, joined, refusesByTti, rest, withStudyStaff } from './orders.ts';

withStudyStaff();

describe('secondPayment', () => {
  refusesByTti((ttiStudent) => rest(ttiStudent, { programId: first(ttiStudent).programId }));

  test('charges the rest to the current method at its account', async () => {
    const ttiStudent = await anInterested();
    await joined(ttiStudent, { fullJoin: false, paymentTo: 'TTINJ' });
    expect((await rest(ttiStudent, { amount: 1 })).body).toMatchObject({
      code: 'amount_changed',
      expected: 700,
    });
    await makeBusy(ttiStudent.id);
    expect(refusal(await rest(ttiStudent))).toMatchObject({ status: 409, code: 'charge_pending' });
    await setFree(ttiStudent.id);
    const { status, body } = await rest(ttiStudent, { user: 'morah' });
    expect([status, body]).toMatchObject([
      200,
      {
        success: true,
        payment: { Amount: 700, PaymentGateway: 'TTINJ' },
        payments: [{ Amount: 500 }, { Amount: 700 }],
      },
    ]);
    expect(await studyBook(ttiStudent.id, 'TTINJ')).toEqual(['authCapture 500', 'authCapture 700']);
    expect(refusal(await rest(ttiStudent))).toEqual({
      status: 409,
      code: 'nothing_due',
      detail: 'Student already paid $1,200.00 for seminary study.',
    });
  });

  test('requires an earlier payment, a method, and a programme if several are open', async () => {
    const ttiStudent = await anInterested({ programs: [aProgram(), aProgram()] });
    expect(refusal(await rest(ttiStudent))).toEqual({
      status: 404,
      code: 'no_payments',
      detail: 'No payments found for student.',
    });
    expect(
      refusal(await rest(ttiStudent, { programId: first(ttiStudent).programId })),
    ).toMatchObject({
      status: 404,
      code: 'no_payments',
    });
    await joined(ttiStudent, { fullJoin: false });
    await joined(
      { ...ttiStudent, programs: [ttiStudent.programs[1] as Program] },
      { fullJoin: false },
    );
    expect(refusal(await rest(ttiStudent))).toMatchObject({ status: 422, code: 'invalid' });
    expect((await rest(ttiStudent, { programId: first(ttiStudent).programId })).status).toBe(200);
    expect((await rest(ttiStudent)).status).toBe(200);
    const without = await anInterested();
    await joined(without, { fullJoin: false });
    await sql('payments', 'DELETE FROM study_method WHERE tti_student_id = $1', [without.id]);
    expect(refusal(await rest(without))).toMatchObject({ status: 409, code: 'no_payment_method' });
  });

  test('refuses with card_declined, or charge_unknown when the response is lost', async () => {
    const ttiStudent = await anInterested();
    await joined(ttiStudent, { fullJoin: false });
    await breakPartner({ partner: 'cards', mode: 'decline', count: 1 });
    expect(refusal(await rest(ttiStudent))).toMatchObject({ status: 402, code: 'card_declined' });
    await breakPartner({
      partner: 'cards',
      mode: 'garbage',
      operation: 'createTransactionRequest',
    });
    expect(refusal(await rest(ttiStudent).finally(mendPartners))).toMatchObject({
      status: 502,
      code: 'charge_unknown',
    });
  });
});
