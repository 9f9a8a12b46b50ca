import { describe, expect, test } from '@jest/globals';
import { STAFF_ROLES } from '@portal/access/roles';
import type { Exam } from '@portal/contract/exams/exam';
import { editStudent } from '@portal/contract/students/enrol';
import { getStudent } from '@portal/contract/students/lookup';
import { steadyNow } from '@portal/kit/steady-clock';
import { until } from '../../../portal/until.ts';
import { anExam } from '../../exams/catalogue.ts';
import { registered } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

const SCHOOL = 151;
const notFound = { status: 404, code: 'not_found', detail: 'No student found' };

describe('getStudent', () => {
  test('gives a student with registrations, packages and credits', async () => {
    const [admin, exam, student] = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      anExam({ credits: 2 }),
      aStudent({ credits: 5, maidenName: 'Nee' }),
    ]);
    const { registrationId } = await registered(student.person, { id: exam } as Exam);
    const found = await until(
      () => admin.do(getStudent, { studentId: student.id }),
      (one) => one.student.registrations[0]?.examName !== '',
    );
    expect(found).toMatchObject({
      student: {
        id: student.id,
        firstName: student.firstName,
        ssn: student.last4ssn,
        maidenName: 'Nee',
        password: true,
        numActiveRegistrations: 1,
        registrations: [{ id: registrationId, status: 'Created', actions: ['cancel'] }],
        studentPackages: [{ number_of_credits: 5, credit_balance: 3 }],
      },
      credits: { totalCredits: 3 },
    });
    expect(JSON.stringify(found)).not.toMatch(/hash/i);
  });

  test('gives only admins the history of record, registrations and packages', async () => {
    const [admin, advisor, student] = await Promise.all([
      signedInStaff('ROLE_SUPER_ADMIN'),
      signedInStaff('ROLE_ADVISOR'),
      aStudent({ credits: 5 }),
    ]);
    await registered(student.person, { id: await anExam({ credits: 2 }) } as Exam);
    const about = { student_id: student.id };
    await admin.do(editStudent, { ...about, city: 'Monsey', ssn: '9911', dob: '1999-01-02' });
    const { student: seen } = await admin.do(getStudent, about);
    const edit = seen.logs.find(({ querysql }) => querysql.includes('Monsey'));
    expect(edit).toMatchObject({ op: 'update', tname: 'student', count: 1 });
    expect(edit?.loginname).toMatch(/^e2e\.super_admin\./);
    expect(edit?.querysql.split('\n')).toEqual(
      expect.arrayContaining([
        'dob: changed',
        'last4 ssn: changed',
        expect.stringMatching(/^city: .+ → Monsey$/),
      ]),
    );
    expect(seen.registrations[0]?.logs).toMatchObject([
      { op: 'insert', tname: 'registration', querysql: expect.stringMatching(/^created/) },
    ]);
    const ofPackage = (seen.studentPackages[0]?.logs ?? []).map(({ querysql }) => querysql);
    expect(ofPackage).toHaveLength(2);
    expect(ofPackage[0]?.split('\n')).toContain('spent: 2');
    expect(ofPackage[1]?.split('\n')).toEqual(expect.arrayContaining(['created', 'credits: 5']));
    for (const text of ['9911', '1999']) expect(edit?.querysql).not.toContain(text);

    const { student: unlogged } = await advisor.do(getStudent, about);
    const of = [unlogged, ...unlogged.registrations, ...unlogged.studentPackages];
    expect(of.map(({ logs }) => logs)).toEqual(of.map(() => []));
  });

  test('shows each role of staff the students that it may see', async () => {
    const [own, other] = [await anEnrolled({ schoolId: SCHOOL }), await anEnrolled()];
    for (const role of STAFF_ROLES) {
      const ofSchool = role === 'ROLE_SCHOOL_ADMIN';
      const person = await signedInStaff(role, ofSchool ? { schoolId: SCHOOL } : {});
      expect((await person.do(getStudent, { student_id: own.id })).student.id).toBe(own.id);
      const stranger = await person.ask(getStudent, { student_id: other.id });
      if (ofSchool) expect(refusal(stranger)).toEqual(notFound);
      else
        expect([role, stranger]).toMatchObject([
          role,
          { status: 200, body: { student: { id: other.id } } },
        ]);
    }
  });

  test('finds a student by the id at TTI, sent as the id or besides an id of 0', async () => {
    const ttiStudentId = `e2e-${steadyNow().getTime() % 1e9}`;
    const [{ id }, advisor] = await Promise.all([
      anEnrolled({ ttiStudentId, isTtiMember: true }),
      signedInStaff('ROLE_ADVISOR'),
    ]);
    for (const input of [
      { studentId: ttiStudentId, isTtiMember: true },
      { studentId: 0, ttiStudentId },
    ])
      expect((await advisor.do(getStudent, input)).student).toMatchObject({ id, ttiStudentId });
    expect(
      refusal(await advisor.ask(getStudent, { studentId: `${ttiStudentId}x`, isTtiMember: true })),
    ).toEqual(notFound);
  });

  test('refuses a missing id, and does not find an unknown student', async () => {
    const [admin, student] = await Promise.all([signedInStaff('ROLE_ADMIN'), aStudent()]);
    expect(refusal(await admin.ask(getStudent, { studentId: 2_000_000_009 }))).toEqual(notFound);
    expect(refusal(await admin.ask(getStudent, {}))).toMatchObject({
      status: 400,
      code: 'student_id_required',
    });
    expect(refusal(await student.person.ask(getStudent, { studentId: student.id }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });
});
