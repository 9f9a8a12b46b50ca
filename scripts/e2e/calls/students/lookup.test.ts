import { describe, expect, test } from '@jest/globals';
import { findStudent, suggestStudents, totalHeader } from '@portal/contract/students/lookup';
import { steadyNow } from '@portal/kit/steady-clock';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

const lastName = `Lookup${steadyNow().getTime().toString(36).replace(/\d/g, 'x')}`;

describe('findStudent', () => {
  test('finds by the prefix of a name, in pages, with the total', async () => {
    const names = ['Ada', 'Bela', 'Cyla'];
    const [advisor, students] = await Promise.all([
      signedInStaff('ROLE_ADVISOR'),
      Promise.all(names.map((firstName) => anEnrolled({ firstName, lastName }))),
    ]);
    const filter = { lastName: lastName.toUpperCase(), sort: 'firstName' as const, limit: 2 };
    const first = await advisor.ask(findStudent, filter);
    expect(first.body).toMatchObject([{ firstName: 'Ada' }, { firstName: 'Bela' }]);
    expect([first.headers.get(totalHeader), first.headers.get('x-more-results')]).toEqual([
      '3',
      '1',
    ]);
    const second = await advisor.ask(findStudent, { ...filter, offset: 2 });
    expect(second.body).toMatchObject([{ id: students[2]?.id, logs: [] }]);
    expect(second.headers.get('x-more-results')).toBeNull();
    expect(await advisor.do(findStudent, { lastName, firstName: 'zz' })).toEqual([]);
  });

  test('limits a school admin to their school', async () => {
    const [school, own] = await Promise.all([
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 151 }),
      anEnrolled({ lastName: `${lastName}s`, schoolId: 151 }),
      anEnrolled({ lastName: `${lastName}s` }),
    ]);
    const found = await school.do(findStudent, { lastName: `${lastName}s` });
    expect(found.map(({ id }) => id)).toEqual([own.id]);
  });

  test('requires a filter, and accepts a JSE id only from tech support', async () => {
    const [admin, techSupport] = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_TECH_SUPPORT'),
    ]);
    expect(refusal(await admin.ask(findStudent, { firstName: '' }))).toEqual({
      status: 422,
      code: 'no_filter',
      detail: 'Please fill in at least one field.',
    });
    expect(refusal(await admin.ask(findStudent, { jseStudentId: '1' })).code).toBe('forbidden');
    expect(await techSupport.do(findStudent, { jseStudentId: 'none' })).toEqual([]);
    expect(refusal(await admin.ask(findStudent, { ssn: '12' })).status).toBe(422);
  });
});

describe('suggestStudents', () => {
  test('suggests students for a partial name, also with a typing error', async () => {
    const [advisor, student] = await Promise.all([
      signedInStaff('ROLE_ADVISOR'),
      anEnrolled({ firstName: 'Yocheved', lastName: `${lastName}q`, schoolId: 151 }),
    ]);
    const expected = { id: student.id, dob: student.dob, ssn: student.last4ssn };
    for (const query of [`${lastName}q yoch`, `Yochevde ${lastName}q`, student.email])
      expect((await advisor.do(suggestStudents, { query }))[0]).toMatchObject(expected);
    expect(await advisor.do(suggestStudents, { ids: [student.id] })).toMatchObject([expected]);
    expect(await advisor.do(suggestStudents, {})).toEqual([]);
  });

  test('gives a school admin no students of other schools, even by id', async () => {
    const [school, own, other] = await Promise.all([
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 151 }),
      anEnrolled({ lastName: `${lastName}t`, schoolId: 151 }),
      anEnrolled({ lastName: `${lastName}t` }),
    ]);
    for (const input of [{ query: `${lastName}t` }, { ids: [other.id, own.id] }])
      expect((await school.do(suggestStudents, input)).map(({ id }) => id)).toEqual([own.id]);
  });
});
