import { beforeAll, describe, expect, test } from '@jest/globals';
import { STAFF_ROLES } from '@portal/access/roles';
import { type FoundItem, find, noteOpened } from '@portal/contract/finder/finder';
import { isPage } from '@portal/contract/pages/pages';
import { steadyNow } from '@portal/kit/steady-clock';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { booked, examThat, isPlain } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { aSchool, aSchoolSession, schoolAdminOf, type TestSchool } from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent, type Enrolled } from '../../people/students.ts';

const unlike = () =>
  `Qu${steadyNow()
    .getTime()
    .toString(36)
    .replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`;
const lastName = unlike();

let admin: Person;
let school: TestSchool;
let own: Enrolled;
let other: Enrolled;
beforeAll(async () => {
  [admin, school] = await Promise.all([signedInStaff('ROLE_ADMIN'), aSchool()]);
  own = await anEnrolled({ firstName: 'Yocheved', lastName, schoolId: school.id });
  other = await anEnrolled({ firstName: 'Malka', lastName });
});

/** Searches until all services respond in time, and returns the results. */
const found = async (person: Person, q?: string): Promise<FoundItem[]> => {
  const { items } = await until(
    () => person.do(find, q === undefined ? {} : { q }),
    ({ missing }) => missing.length === 0,
  );
  return items;
};
const keys = (items: readonly FoundItem[], kind?: string) =>
  items.filter((item) => kind === undefined || item.kind === kind).map(({ id }) => id);

describe('find', () => {
  test('finds students by name, full matches first, with links to exams (R-572)', async () => {
    expect(keys(await found(admin, lastName))).toEqual([other.id, own.id]);
    expect(keys(await found(admin, lastName.slice(0, 6).toUpperCase()))).toEqual(
      expect.arrayContaining([other.id, own.id]),
    );
    const [first] = await found(admin, `yocheved ${lastName}`);
    expect(first).toEqual({
      kind: 'student',
      id: own.id,
      title: `${lastName}, Yocheved`,
      recent: false,
      sub: `Student ${own.id} · ${own.email} · ${school.name} · My exams`,
      href: `/admin/student/${own.id}?myexams=`,
    });
    expect((await found(admin, own.email))[0]?.id).toBe(own.id);
  });

  test('links to the page, exam or payment after a slash', async () => {
    const [page] = await found(admin, `yocheved ${lastName} / transcripts`);
    expect(page).toMatchObject({ href: `/admin/transcripts-request/${own.id}` });
    expect(page?.sub).toMatch(/ · Transcripts$/);
    const schools = await found(admin, `${school.name} / sessions`);
    expect(schools.find(({ kind }) => kind === 'school')?.href).toBe(
      `/admin/schools?school=${school.id}`,
    );
  });

  test('never finds students by SSN or birth date, or returns these (R-572)', async () => {
    const [year = '', month = '', day = ''] = own.dob.split('-');
    for (const q of [own.dob, `${month}/${day}/${year}`, own.last4ssn]) {
      const students = (await found(admin, q)).filter(({ kind }) => kind === 'student');
      expect(students.filter(({ id }) => String(id) !== String(Number(q)))).toEqual([]);
    }
    const results = JSON.stringify(await found(admin, `yocheved ${lastName}`));
    expect(results).not.toContain(own.dob);
  });

  test('finds registrations and sessions by id, also with its prefix', async () => {
    const [student, sessionId] = await Promise.all([aStudent({ credits: 8 }), aSession()]);
    const exam = await examThat(student.person, isPlain);
    const { registrationId } = await booked(student.person, exam, sessionId);
    const [registration] = await found(admin, `r${registrationId}`);
    expect(registration).toMatchObject({
      kind: 'registration',
      id: registrationId,
      href: `/admin/student/${student.id}?myexams=${exam.id}`,
    });
    expect(registration?.sub).toContain(`${student.lastName}, ${student.firstName}`);
    const [session] = await found(admin, `S${sessionId}`);
    expect(session).toMatchObject({
      kind: 'session',
      id: sessionId,
      href: `/admin/session/${sessionId}`,
    });
    expect(keys(await found(admin, String(registrationId)), 'registration')).toEqual([
      registrationId,
    ]);
    const advisor = await signedInStaff('ROLE_ADVISOR');
    expect((await found(advisor, `s${sessionId}`))[0]?.href).toBe(
      `/admin/calendar?session=${sessionId}`,
    );
  });

  test('finds schools, exams, pages and actions: five of a kind, twenty in all', async () => {
    expect((await found(admin, school.name)).find(({ kind }) => kind === 'school')).toMatchObject({
      id: school.id,
      title: school.name,
    });
    expect(await found(admin, 'calendar')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'page', id: null, href: '/admin/calendar' }),
      ]),
    );
    expect(await found(admin, 'add session')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'action', href: '/admin/calendar?open=add' }),
      ]),
    );
    const exams = await found(admin, 'TAL');
    expect(exams.filter(({ kind }) => kind === 'exam')).toHaveLength(5);
    expect(exams.length).toBeLessThanOrEqual(20);
    expect(await found(admin, 'zzyzx zzyzx zzyzx')).toEqual([]);
  });

  test('limits school admins to their students, sessions and pages (R-573)', async () => {
    const [schoolAdmin, sessionId, elsewhere, branchSession] = await Promise.all([
      schoolAdminOf(school),
      aSchoolSession(school.id),
      aSchoolSession(151),
      aSession(),
    ]);
    expect(keys(await found(schoolAdmin, lastName))).toEqual([own.id]);
    expect((await found(schoolAdmin, lastName))[0]?.href).toBe(`/admin/studentinfo/${own.id}`);
    expect(keys(await found(schoolAdmin, String(other.id)), 'student')).toEqual([]);
    expect(keys(await found(schoolAdmin, `s${sessionId}`))).toEqual([sessionId]);
    for (const id of [elsewhere, branchSession])
      expect(await found(schoolAdmin, `s${id}`)).toEqual([]);
    await schoolAdmin.do(noteOpened, { kind: 'student', id: other.id });
    await schoolAdmin.do(noteOpened, { kind: 'school', id: 151 });
    const items = await found(schoolAdmin);
    expect(items.every(({ kind }) => kind === 'page')).toBe(true);
    expect(items.map(({ href }) => href)).toContain('/admin/school-manage-students');
  });

  test.each([...STAFF_ROLES])('links %s to existing pages that the role may see', async (role) => {
    const person = await signedInStaff(role, role === 'ROLE_SCHOOL_ADMIN' ? { schoolId: 151 } : {});
    const items = [...(await found(person)), ...(await found(person, 'ad'))];
    expect(items.length).toBeGreaterThan(0);
    for (const { href } of items)
      expect([href, isPage(href.split('?')[0] ?? '')]).toEqual([href, true]);
    const mayOpen = !['ROLE_SUPPORT', 'ROLE_ADMISSIONS', 'ROLE_SCHOOL_ADMIN'].includes(role);
    expect(keys(await found(person, lastName), 'student').length > 0).toBe(mayOpen);
  });

  test('refuses a query of more than 100 characters', async () => {
    expect((await admin.ask(find, { q: 'a'.repeat(101) })).status).toBe(422);
  });
});

describe('noteOpened', () => {
  test('suggests opened items, latest first, and ranks them before equal matches', async () => {
    const person = await signedInStaff('ROLE_ADMIN');
    expect((await found(person)).every(({ kind }) => kind === 'page')).toBe(true);
    await person.do(noteOpened, { kind: 'school', id: school.id });
    await person.do(noteOpened, { kind: 'student', id: own.id });
    const items = await found(person);
    expect(items.slice(0, 2)).toMatchObject([
      { kind: 'student', id: own.id, recent: true },
      { kind: 'school', id: school.id, recent: true },
    ]);
    expect(items.slice(2).map(({ kind }) => kind)).toEqual(Array(5).fill('page'));
    // opened items are omitted when their service does not respond in time
    await until(
      async () => keys(await found(person, lastName)),
      ([first, second]) => first === own.id && second === other.id,
    );
  });

  test('refuses an item without an id', async () => {
    expect((await admin.ask(noteOpened, { kind: 'student' })).status).toBe(422);
  });
});
