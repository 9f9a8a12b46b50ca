import { beforeAll, describe, expect, test } from '@jest/globals';
import { getReceipt } from '@portal/contract/payments/receipt';
import { receiptYears } from '@portal/contract/payments/receipt-years';
import { chargeRefund } from '@portal/contract/purchases/payments';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import type { Person } from '../../../portal-user/person.ts';
import { aPayer } from '../../payments/refunds.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

const [current = 0] = receiptYears(steadyNow());

let admin: Person;
let advisor: Person;
let superAdmin: Person;
beforeAll(async () => {
  [admin, advisor, superAdmin] = await Promise.all([
    signedInStaff('ROLE_ADMIN'),
    signedInStaff('ROLE_ADVISOR'),
    signedInStaff('ROLE_SUPER_ADMIN'),
  ]);
});

const ask = (person: Person, input: Readonly<Record<string, unknown>>) =>
  person.send<string>('POST', getReceipt.path, JSON.stringify(input));

describe('getReceipt', () => {
  test('gives a file of the year that is named after the student', async () => {
    const payer = await aPayer();
    await superAdmin.do(chargeRefund, { chargeId: payer.proctorCharge, refundAmt: 2.5 });
    const [student] = await sql<{ first_name: string; last_name: string }>(
      'identity',
      'SELECT first_name, last_name FROM student WHERE id = $1',
      [payer.id],
    );
    const name = `${current}-Full receipt-${student?.first_name} ${student?.last_name}.pdf`;
    for (const person of [admin, advisor]) {
      const { status, headers } = await ask(person, { student_id: payer.id, year: current });
      expect([status, headers.get('content-type')]).toEqual([200, getReceipt.file]);
      expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(
        `filename*=UTF-8''${name}`,
      );
    }
  });

  test('gives a receipt for a year without payments, and accepts a year as text', async () => {
    const { id } = await aStudent();
    for (const year of [current - 4, String(current - 1)])
      expect((await ask(admin, { student_id: id, year })).status).toBe(200);
  });

  test('does not find an unknown student', async () => {
    const input = { student_id: 2_000_000_003, year: current };
    expect(refusal(await admin.ask(getReceipt, input))).toMatchObject({
      status: 404,
      code: 'student_not_found',
    });
  });
});
