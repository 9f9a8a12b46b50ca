import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { monthsBefore, newYorkDay } from '@portal/contract/days';
import { createSchoolSession, deleteSchoolSession } from '@portal/contract/schools/office';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Person } from '../../../portal-user/person.ts';
import { aSchool, schoolAdminOf, type TestSchool } from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

const inFuture = monthsBefore(newYorkDay(steadyNow()), -3);

let admin: Person;
let school: TestSchool;
let own: Person;
let stranger: Person;
beforeAll(async () => {
  [admin, school] = await Promise.all([signedInStaff('ROLE_ADMIN'), aSchool({ balance: 500 })]);
  [own, stranger] = await Promise.all([
    schoolAdminOf(school),
    aSchool().then((other) => schoolAdminOf(other)),
  ]);
});

const newSession = { testDate: inFuture, startTime: '930', gender: '3' } as const;
const save = (person: Person, about: object = {}) =>
  person.ask(createSchoolSession, { ...newSession, schoolId: school.id, ...about } as never);
const created = async (person: Person, about: object = {}) =>
  createSchoolSession.answer.parse((await save(person, about)).body);
const remove = (person: Person, testSessionId: number) =>
  person.ask(deleteSchoolSession, { testSessionId });

describe('createSchoolSession', () => {
  test('lets school admins add sessions, with computed closing and return days', async () => {
    const session = await created(own, { schoolId: undefined, closingDate: '2026-01-01' });
    expect(session).toMatchObject({
      schoolId: school.id,
      date: inFuture,
      testSessionTime: '09:30',
      closed: false,
      studentCount: 0,
    });
    expect(session.closingDate).not.toBe('2026-01-01');
    expect(session.schoolSessions.map(({ id }) => id)).toEqual(
      expect.arrayContaining([school.sessionId, session.id]),
    );
  });

  test('lets the office set the days, and change a session', async () => {
    const { id } = await created(admin);
    const changed = await created(admin, {
      testSessionId: id,
      startTime: '1815',
      closingDate: inFuture,
      returnDate: monthsBefore(inFuture, -1),
    });
    expect(changed).toMatchObject({
      id,
      testSessionTime: '18:15',
      closingDate: inFuture,
      returnDueDate: monthsBefore(inFuture, -1),
    });
  });

  test('does not find another school or its sessions', async () => {
    expect(refusal(await save(stranger))).toMatchObject({
      status: 404,
      code: 'school_not_found',
    });
    const { id } = await created(admin);
    const theirs = { schoolId: undefined, testSessionId: id };
    expect(refusal(await save(stranger, theirs))).toMatchObject({
      status: 404,
      code: 'session_not_found',
    });
  });
});

describe('deleteSchoolSession', () => {
  test('deletes an empty session once, and repeats the answer for its key', async () => {
    const [{ id }, key] = [await created(admin), randomUUID()];
    expect(refusal(await remove(stranger, id))).toMatchObject({ code: 'session_not_found' });
    const first = await own.do(deleteSchoolSession, { testSessionId: id }, key);
    const left = deleteSchoolSession.answer.parse(first).schoolSessions;
    expect(left.map((session) => session.id)).not.toContain(id);
    expect(await own.do(deleteSchoolSession, { testSessionId: id }, key)).toEqual(first);
    expect(refusal(await remove(own, id))).toMatchObject({ status: 404 });
  });
});
