import { describe, expect, test } from '@jest/globals';
import { login } from '@portal/contract/students/auth';
import { editStudent } from '@portal/contract/students/enrol';
import { getCreditsInfo, getStudentInfo } from '@portal/contract/students/student';
import { mailTo } from '../../../portal/mails.ts';
import { Person } from '../../../portal-user/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aPassword, aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

const SCHOOL = 151;

describe('editStudent', () => {
  test('changes sent fields, clears empty ones, and keeps the others', async () => {
    const [admin, { id, lastName, email }] = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      anEnrolled({ maidenName: 'Nee' }),
    ]);
    const first = await admin.do(editStudent, {
      student_id: id,
      firstName: 'Shira',
      cellphone: '718-555-0142',
      maidenName: '',
      accommodations: 'More time',
      approvedBy: 'Dr Gold',
    });
    expect(first).toMatchObject({
      student: {
        id,
        firstName: 'Shira',
        lastName,
        maidenName: null,
        phone: '718-555-0142',
        accommodationsApproved: true,
        approvedBy: 'Dr Gold',
        approvalDate: expect.any(String),
        lastChangeBy: expect.stringMatching(/^e2e\.admin/),
      },
      paymentMethods: [],
    });
    const { text } = await mailTo(email, 'Your accommodations were changed');
    expect(text).toMatch(/In force from .*: More time\./);
    const again = await admin.do(editStudent, { student_id: id, firstName: 'Shira' });
    expect(again.student.lastChange).toBe(first.student.lastChange);
    expect((await admin.do(getStudentInfo, { student_id: id })).student.firstName).toBe('Shira');
  });

  test('changes an unlocked login address, ends sessions, emails both addresses', async () => {
    const [admin, student] = await Promise.all([signedInStaff('ROLE_ADMIN'), aStudent()]);
    const email = `moved${student.id}@student.test`;
    const edit = { student_id: student.id, email };
    expect(refusal(await admin.ask(editStudent, edit))).toEqual({
      status: 409,
      code: 'email_locked',
      detail: 'The student uses this email address to log in to the portal. Continue anyway?',
    });
    await admin.do(editStudent, { ...edit, emailUnlocked: true });
    expect((await student.person.ask(getCreditsInfo, {})).status).toBe(401);
    await new Person().do(login, { email, password: aPassword });
    for (const address of [student.email, email])
      expect((await mailTo(address, /was changed/)).text).toMatch(/logged out/);
  });

  test('limits school admins to names and phones of students of their school', async () => {
    const [school, own, other] = await Promise.all([
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: SCHOOL }),
      anEnrolled({ schoolId: SCHOOL }),
      anEnrolled(),
    ]);
    const { student } = await school.do(editStudent, { student_id: own.id, lastName: 'Katz' });
    expect(student.lastName).toBe('Katz');
    for (const change of [{ last4ssn: '0001' }, { collegeId: 234 }, { membershipTypeId: 1 }])
      expect(
        refusal(await school.ask(editStudent, { student_id: own.id, ...change })),
      ).toMatchObject({ status: 403, code: 'office_only' });
    expect((await school.ask(editStudent, { student_id: other.id, lastName: 'Katz' })).status).toBe(
      404,
    );
  });
});
