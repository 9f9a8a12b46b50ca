import { expect, test } from '@jest/globals';
import { FoundThing } from '@portal/proto/portal/finder/v1/finder';
import { placeOf, schoolPlace, studentPlace } from './places.ts';
import { typedQueryOf } from './wanted.ts';

const staff = (role: string) => ({ kind: 'staff' as const, roles: [role] });
const admin = staff('ROLE_ADMIN');

test.each([
  { typed: ' levi dana ', who: 'levi dana', where: '' },
  { typed: 'levi dana / transcripts', who: 'levi dana', where: 'transcripts' },
  { typed: 'levi dana /', who: 'levi dana', where: '' },
  { typed: '04/15/2004', who: '04/15/2004', where: '' },
  { typed: '04 / 15 / 2004', who: '04 / 15 / 2004', where: '' },
  { typed: 'r881 /info', who: 'r881', where: 'info' },
])('"$typed" asks for "$who", and "$where" of them', ({ typed, who, where }) => {
  expect(typedQueryOf(typed)).toEqual({ who, where });
});

test.each([
  { where: '', path: '/admin/student/7?myexams=' },
  { where: 'trans', path: '/admin/transcripts-request/7' },
  { where: 'INFO', path: '/admin/studentinfo/7' },
  { where: 'redemption', path: '/admin/seminaryStudentRedemption/7' },
  { where: 'resch', path: '/admin/student/7?myexams=&dialog=schedule' },
  { where: 'refund', path: '/admin/student/7?q=refund' },
  { where: 'ethics & law', path: '/admin/student/7?q=ethics+%26+law' },
])('of a student "$where" leads an admin to $path', ({ where, path }) => {
  expect(studentPlace(admin, 7, where).path).toBe(path);
});

test('staff who may refund packages get the page of the refundable one', () => {
  expect(studentPlace(staff('ROLE_SUPER_ADMIN'), 7, 'refund').path).toBe(
    '/admin/studentinfo/7?dialog=refund',
  );
});

test('no account gets a page that it may not open', () => {
  const support = staff('ROLE_TECH_SUPPORT');
  expect(studentPlace(support, 7, '').path).toBe('/admin/studentinfo/7');
  expect(studentPlace(support, 7, 'packages').path).toBe('/admin/studentinfo/7');
  const paid = schoolPlace(staff('ROLE_SCHOOL_ADMIN'), { id: 4, charged: true }, 'pay');
  expect(paid).toEqual({ label: 'Sessions', path: '/admin/schools?school=4' });
});

test('of a school its sessions are opened, or a payment where it is charged', () => {
  const school = { id: 4, charged: true };
  expect(schoolPlace(admin, school, '').path).toBe('/admin/schools?school=4');
  expect(schoolPlace(admin, school, 'pay').path).toBe('/admin/schools?dialog=payment&of=4');
  expect(schoolPlace(admin, { ...school, charged: false }, 'pay').label).toBe('Sessions');
});

const registration = { kind: 'registration', id: 881, studentId: 7, examId: 12 };
const exam = { kind: 'exam', id: 12, title: 'Ethics & Law' };
test.each([
  { role: 'ROLE_ADMIN', thing: registration, path: '/admin/student/7?myexams=12' },
  { role: 'ROLE_TECH_SUPPORT', thing: registration, path: '/admin/studentinfo/7' },
  { role: 'ROLE_SCHOOL_ADMIN', thing: registration, path: '/admin/studentinfo/7' },
  { role: 'ROLE_ADMIN', thing: { kind: 'session', id: 204 }, path: '/admin/session/204' },
  {
    role: 'ROLE_ADVISOR',
    thing: { kind: 'session', id: 204 },
    path: '/admin/calendar?session=204',
  },
  {
    role: 'ROLE_ADMIN',
    thing: exam,
    path: '/admin/catalogue?part=exams&search=Ethics+%26+Law',
  },
  {
    role: 'ROLE_ADMIN',
    thing: { ...exam, retired: true },
    path: '/admin/catalogue?part=exams&search=Ethics+%26+Law&retired=1',
  },
])('$thing.kind $thing.id leads $role to $path (R-573)', ({ role, thing, path }) => {
  expect(placeOf(staff(role), FoundThing.fromPartial(thing), '').path).toBe(path);
});
