import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { login } from '@portal/contract/students/auth';
import { blankStudent } from '@portal/contract/students/my-data';
import { getStudentFile, setBar } from '@portal/contract/students/student-file';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, type SignedIn } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let [boss, admin] = [] as unknown as [Person, Person];
beforeAll(async () => {
  [boss, admin] = await Promise.all([
    signedInStaff('ROLE_SUPER_ADMIN'),
    signedInStaff('ROLE_ADMIN'),
  ]);
});

const order = ({ id, firstName, lastName }: SignedIn, about: object = {}) =>
  boss.ask(
    blankStudent,
    {
      student_id: id,
      reason: 'Asked for by letter',
      confirmName: `${firstName} ${lastName}`,
      ...about,
    },
    randomUUID(),
  );
const lift = ({ id }: SignedIn, barId: number) =>
  admin.ask(setBar, { student_id: id, barId, lift: true, reason: 'Let in again' }, randomUUID());
const barsOf = async ({ id }: SignedIn) =>
  (await admin.do(getStudentFile, { student_id: id })).bars ?? [];
const mayEnter = async ({ person, email, password }: SignedIn): Promise<number> =>
  (await person.askInTurn(login, { email, password })).status;

describe('setBar', () => {
  test("lifts a blanking's bar only by withdrawal, independently of other bars", async () => {
    const student = await aStudent();
    const levels = ['buying', 'booking', 'sign_in'] as const;
    await admin.do(setBar, { student_id: student.id, levels: [...levels], reason: 'Unpaid' });
    await order(student);
    const [ofBlanking, unpaid] = await barsOf(student);
    expect(ofBlanking).toMatchObject({ levels, until: null, state: 'in_force', actions: [] });
    expect(unpaid).toMatchObject({ reason: 'Unpaid', actions: ['lift'] });
    expect((await lift(student, unpaid?.barId as number)).status).toBe(200);
    expect(refusal(await lift(student, ofBlanking?.barId as number))).toEqual({
      status: 409,
      code: 'bar_of_blanking',
      detail: 'This bar came with a blanking. It is lifted when the blanking is withdrawn.',
    });
    expect(await mayEnter(student)).toBe(403);
    await order(student, { withdraw: true });
    await until(
      () => mayEnter(student),
      (status) => status === 200,
    );
    expect((await barsOf(student)).map(({ state }) => state)).toEqual(['lifted', 'lifted']);
  });
});
