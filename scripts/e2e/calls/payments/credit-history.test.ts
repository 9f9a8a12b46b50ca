import { describe, expect, test } from '@jest/globals';
import { cancelExamRegistration } from '@portal/contract/exams/exams';
import { getCreditHistory } from '@portal/contract/payments/credit-history';
import { getCreditsInfo } from '@portal/contract/students/student';
import { examThat, isPlain, registered } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

describe('getCreditHistory', () => {
  test('gives sources and uses of credits, newest first, with the balance', async () => {
    const { person } = await aStudent({ credits: 8 });
    const chosen = await examThat(person, isPlain);
    const { registrationId } = await registered(person, chosen);
    await person.do(cancelExamRegistration, { registrationId });
    const { movements } = await person.do(getCreditHistory, {});
    const cost = chosen.credits;
    expect(
      movements.map(({ kind, exam, credits, balance }) => [kind, exam, credits, balance]),
    ).toEqual([
      ['Given back', chosen.subject, cost, 8],
      ['Used', chosen.subject, -cost, 8 - cost],
      [expect.any(String), null, 8, 8],
    ]);
    const { totalCredits } = await person.do(getCreditsInfo, {});
    expect(totalCredits).toBe(movements[0]?.balance);
  });

  test("refuses other students' accounts, and staff", async () => {
    const [{ person }, other] = await Promise.all([aStudent(), aStudent({ credits: 3 })]);
    expect(await person.do(getCreditHistory, {})).toEqual({ movements: [] });
    expect(refusal(await person.ask(getCreditHistory, { student_id: other.id })).code).toBe(
      'other_student',
    );
    const admin = await signedInStaff('ROLE_SUPER_ADMIN');
    expect(refusal(await admin.ask(getCreditHistory, { student_id: other.id })).code).toBe(
      'forbidden',
    );
  });
});
