import { expect, test } from '@jest/globals';
import { schoolPlace, schoolsNamed, studentPlace, wantedOf } from './places.ts';

const staff = (role: string) => ({ kind: 'staff' as const, roles: [role] });
const admin = staff('ROLE_ADMIN');

test.each([
  { typed: ' levi dana ', who: 'levi dana', where: '' },
  { typed: 'levi dana / transcripts', who: 'levi dana', where: 'transcripts' },
  { typed: 'levi dana /', who: 'levi dana', where: '' },
  { typed: '04/15/2004', who: '04/15/2004', where: '' },
  { typed: '04 / 15 / 2004', who: '04 / 15 / 2004', where: '' },
  { typed: '04/15/2004 /info', who: '04/15/2004', where: 'info' },
])('"$typed" asks for "$who", and "$where" of them', ({ typed, who, where }) => {
  expect(wantedOf(typed)).toEqual({ who, where });
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

test('who may refund packages is led to the one that can go back', () => {
  expect(studentPlace(staff('ROLE_SUPER_ADMIN'), 7, 'refund').path).toBe(
    '/admin/studentinfo/7?dialog=refund',
  );
});

test('nobody is led to a page that is not theirs', () => {
  const support = staff('ROLE_TECH_SUPPORT');
  expect(studentPlace(support, 7, '').path).toBe('/admin/studentinfo/7');
  expect(studentPlace(support, 7, 'packages').path).toBe('/admin/studentinfo/7');
  expect(schoolPlace(staff('ROLE_SCHOOL_ADMIN'), { id: 4, chargeSchool: true }, 'pay').label).toBe(
    'Sessions',
  );
});

test('of a school its sessions are opened, or a payment where it is charged', () => {
  const school = { id: 4, chargeSchool: true };
  expect(schoolPlace(admin, school, '').path).toBe('/admin/schools?school=4');
  expect(schoolPlace(admin, school, 'pay').path).toBe('/admin/schools?dialog=payment&of=4');
  expect(schoolPlace(admin, { ...school, chargeSchool: false }, 'pay').label).toBe('Sessions');
});

test('a school is found by the beginning of its name', () => {
  const schools = [{ name: 'Bnos Chaya Seminary' }, { name: 'Chaya House' }];
  expect(schoolsNamed(schools, 'bnos ch')).toEqual([schools[0]]);
});
