import { describe, expect, test } from '@jest/globals';
import { getSystemCheck, saveSystemCheck } from '@portal/contract/sessions/system-check';
import { steadyNow } from '@portal/kit/steady-clock';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

const fit = { browser: null, camera: null, microphone: null, network: null, screen: null };

describe('saveSystemCheck', () => {
  test('stores the last result for the student and the office', async () => {
    const { person, id } = await aStudent();
    expect(await person.do(getSystemCheck, {})).toEqual({ check: null });
    await person.do(saveSystemCheck, { ...fit, camera: 'in_use' });
    const { check } = await person.do(saveSystemCheck, { ...fit, network: 'slow' });
    expect(check).toMatchObject({ ...fit, network: 'slow' });
    expect(steadyNow().getTime() - Date.parse(check.checkedAt)).toBeLessThan(600_000);
    expect(await person.do(getSystemCheck, {})).toEqual({ check });
    const advisor = await signedInStaff('ROLE_ADVISOR');
    expect((await advisor.ask(getSystemCheck, { student_id: id })).body).toEqual({ check });
  });

  test("refuses unknown fields, and other students' results", async () => {
    const [{ person }, other] = await Promise.all([aStudent(), aStudent()]);
    const odd = refusal(await person.ask(saveSystemCheck, { ...fit, camera: 'dusty' as never }));
    expect(odd).toMatchObject({ status: 422, code: 'invalid' });
    const { camera: _, ...short } = fit;
    expect(refusal(await person.ask(saveSystemCheck, short as never)).status).toBe(422);
    expect(refusal(await person.ask(saveSystemCheck, { ...fit, student_id: other.id })).code).toBe(
      'other_student',
    );
    const admin = await signedInStaff('ROLE_SUPER_ADMIN');
    expect(refusal(await admin.ask(saveSystemCheck, { ...fit, student_id: other.id })).code).toBe(
      'forbidden',
    );
  });
});

describe('getSystemCheck', () => {
  test('refuses school admins and other students', async () => {
    const [{ person }, other] = await Promise.all([aStudent(), aStudent()]);
    expect(refusal(await person.ask(getSystemCheck, { student_id: other.id })).code).toBe(
      'other_student',
    );
    const school = await signedInStaff('ROLE_SCHOOL_ADMIN');
    expect(refusal(await school.ask(getSystemCheck, { student_id: other.id })).code).toBe(
      'forbidden',
    );
  });
});
