import { describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { editStudent } from '@portal/contract/students/enrol';
import { studentHistory } from '@portal/contract/students/history';
import { anExam } from '../../exams/catalogue.ts';
import { registered } from '../../exams/registrations.ts';
import { aBirthPair } from '../../people/birth-pairs.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { anOwnInterested } from '../../people/tti-students.ts';
import { refusal } from '../every-call/refusal.ts';
import { joined, withStudyStaff } from '../study/orders.ts';

withStudyStaff();

/** Creates a student who registered an exam, and whose record staff then changed. */
async function aPast() {
  const [admin, student] = await Promise.all([
    signedInStaff('ROLE_ADMIN'),
    aStudent({ credits: 5 }),
  ]);
  const { registrationId } = await registered(student.person, {
    id: await anExam({ credits: 2 }),
  } as Exam);
  const about = { student_id: student.id };
  const secrets = { ssn: '9911', dob: aBirthPair().dob };
  await admin.do(editStudent, { ...about, city: 'Monsey', ...secrets });
  return { admin, student, registrationId, about, secrets };
}

describe('studentHistory', () => {
  test('gives changes in all services with their network address, without secrets', async () => {
    const { admin, student, registrationId, about, secrets } = await aPast();
    const { entries, next, missing } = await admin.do(studentHistory, about);
    expect({ next, missing }).toEqual({ next: null, missing: [] });
    expect(entries[0]).toMatchObject({
      who: 'staff',
      loginname: expect.stringMatching(/^e2e\.admin\./),
      op: 'update',
      tname: 'student',
      record: String(student.id),
    });
    expect(entries[0]?.text.split('\n')).toEqual(
      expect.arrayContaining(['dob: changed', 'last4 ssn: changed']),
    );
    const own = { who: 'student', loginname: student.email, record: String(registrationId) };
    expect(entries).toContainEqual(expect.objectContaining({ ...own, tname: 'registration' }));
    expect(entries).toContainEqual(expect.objectContaining({ ...own, tname: 'package' }));
    const stamps = entries.map(({ stamp }) => stamp);
    expect(stamps).toEqual(stamps.toSorted().toReversed());
    const texts = entries.map(({ text }) => text).join('\n');
    expect(texts).not.toContain(secrets.dob);
    expect(texts).not.toMatch(new RegExp(`ssn.*${secrets.ssn}`, 'i'));
    const address = expect.stringMatching(/^[\da-f.:]+(?:\/64)?$/);
    const ofPeople = entries.filter(
      ({ who, loginname }) => who !== 'system' && loginname !== 'not signed in',
    );
    expect(new Set(ofPeople.map(({ id }) => id.split('-')[0]))).toEqual(
      new Set(['identity', 'registration', 'payments']),
    );
    for (const { origin } of ofPeople) expect(origin).toEqual(address);
    for (const { who, origin } of entries) if (who === 'system') expect(origin).toBeNull();
  });

  test('gives payments for seminary study by a student on record', async () => {
    const [admin, own] = await Promise.all([signedInStaff('ROLE_ADMIN'), anOwnInterested()]);
    await joined({ id: own.ttiStudentId, programs: own.programs });
    const about = { student_id: own.id, kind: 'seminary' } as const;
    const { entries } = await admin.do(studentHistory, about);
    expect(entries).toMatchObject([
      { tname: 'student_program', text: expect.stringContaining('membership: yes') },
      { who: 'staff', tname: 'study_payment', text: expect.stringContaining('amount: $1,200.00') },
    ]);
  });

  test('is limited to admins, and does not find an unknown student', async () => {
    const [student, advisor, admin] = await Promise.all([
      aStudent(),
      signedInStaff('ROLE_ADVISOR'),
      signedInStaff('ROLE_ADMIN'),
    ]);
    const forbidden = { status: 403, code: 'forbidden' };
    const about = { student_id: student.id };
    expect(refusal(await advisor.ask(studentHistory, about))).toMatchObject(forbidden);
    expect(refusal(await student.person.ask(studentHistory, {}))).toMatchObject({ status: 403 });
    expect(refusal(await admin.ask(studentHistory, { student_id: 2_000_000_000 }))).toEqual({
      status: 404,
      code: 'student_not_found',
      detail: 'No student found',
    });
  });
});
