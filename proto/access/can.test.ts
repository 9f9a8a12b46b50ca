import { expect, test } from '@jest/globals';
import {
  type Account,
  can,
  canAtSchool,
  canOn,
  holdersOf,
  isForEverybody,
  NOBODY,
  scopeOf,
} from './can.ts';
import { isPermission, PERMISSIONS, type Permission } from './permissions.ts';
import { GROUPS, kindOf, ROLES, type Role, STAFF_ROLES, titleOf } from './roles.ts';

const all = Object.keys(PERMISSIONS) as Permission[];
const accountOf = (role: Role): Account => ({ kind: kindOf([role]), roles: [role], schoolId: 7 });
const staff = (...roles: string[]) => ({ kind: 'staff' as const, id: 1, roles, schoolId: 7 });
const student = { kind: 'student' as const, id: 12, roles: ['ROLE_STUDENT'] };

/** The roles with each permission: own, own school, any student or school; + without either. */
const MATRIX = `
                                   anon student school admin super tech support advisor advAdm admit
account.sign_in                    +    +       +      +     +     +    +       +       +      +
account.sign_up                    +    +       +      +     +     +    +       +       +      +
account.recover                    +    +       +      +     +     +    +       +       +      +
own_account.edit                   .    own     .      .     .     .    .       .       .      .
student.read                       .    own     school any   any   any  any     any     any    any
student_record.read                .    .       school any   any   any  any     any     any    any
student_info.read                  .    .       school any   any   any  .       any     any    .
student.find                       .    .       school any   any   any  any     any     any    any
activity.read                      .    .       .      +     +     .    .       .       .      .
student.find_by_jse_id             .    .       .      .     .     +    .       .       .      .
student_of_jse_id.read             .    .       .      +     +     +    .       .       .      .
student.add                        +    .       school any   any   .    .       .       .      .
student.edit                       .    .       school any   any   .    .       .       .      .
student_import.run                 .    .       school any   any   .    .       .       .      .
others_import.undo                 .    .       .      .     +     .    .       .       .      .
student.export                     .    .       school any   any   any  any     .       .      .
office_run.read                    .    .       +      +     +     .    .       .       .      .
student.invite                     .    .       .      +     +     .    .       .       .      +
student.bar                        .    .       .      any   any   .    .       .       .      .
student_copy.refresh               .    .       .      any   any   .    .       .       .      .
student_file.read                  .    .       school any   any   any  any     any     any    .
bar_reason.read                    .    .       .      any   any   any  any     any     any    .
accommodation_text.read            .    .       .      any   any   any  any     any     any    .
accommodation.edit                 .    .       .      any   any   .    .       .       .      .
accommodation.decide               .    .       .      +     +     .    .       .       .      .
student_note.edit                  .    .       .      any   any   any  any     any     any    .
partner_id.edit                    .    .       .      any   any   any  any     .       .      .
others_note.strike                 .    .       .      .     +     .    .       .       .      .
data.export                        .    own     .      any   any   .    .       .       .      .
student.blank                      .    .       .      .     any   .    .       .       .      .
data_request.list                  .    .       .      +     +     .    .       .       .      .
college.list                       +    +       +      +     +     +    +       +       +      +
cohort.list                        .    .       school any   any   .    .       .       .      any
school.list                        .    +       +      +     +     +    +       +       +      +
program.list                       .    own     .      .     .     .    .       .       .      .
user.list                          .    .       .      .     .     +    .       .       .      .
user.edit                          .    .       .      .     .     +    .       .       .      .
super_admin.grant                  .    .       .      .     +     .    .       .       .      .
webhook.manage                     .    .       .      .     .     +    .       .       .      .
own_security.keep                  .    .       +      +     +     +    +       +       +      +
finder.use                         .    .       +      +     +     +    +       +       +      +
saved_filter.keep                  .    .       +      +     +     +    +       +       +      +
saved_filter.share_with_any        .    .       .      +     +     .    .       .       .      .
second_factor.add                  +    .       +      +     +     +    +       +       +      +
second_factor.reset                .    .       .      .     +     +    .       .       .      .
setting.read                       .    .       .      +     +     +    .       .       .      .
setting.edit                       .    .       .      .     +     .    .       .       .      .
catalog.list                       .    +       +      +     +     +    +       +       +      +
office_package.list                .    .       .      +     +     .    .       .       +      .
catalog.edit                       .    .       .      .     +     .    .       .       .      .
office_catalog.list                .    .       .      +     +     +    +       +       +      +
office_catalog.edit                .    .       .      +     +     .    .       .       .      .
office_price.list                  .    .       .      +     +     +    .       .       +      .
office_price.edit                  .    .       .      .     +     .    .       .       .      .
exam.list                          .    own     .      any   any   .    .       any     any    .
seminary_exam.list                 .    .       .      +     +     .    .       .       .      .
material.list                      .    .       +      +     +     +    +       +       +      +
material.update                    .    .       .      .     +     .    .       .       .      .
material.open                      .    +       +      +     +     +    +       +       +      +
material.send                      .    own     .      any   any   .    .       any     any    .
credit.read                        .    own     .      any   any   .    .       any     any    .
credit.buy                         .    own     .      any   any   .    .       .       any    .
package.assign                     .    .       .      .     any   .    .       .       any    .
card.list                          .    own     school any   any   any  any     any     any    .
card.edit                          .    own     school any   any   .    .       .       .      .
fee.pay                            .    own     .      any   any   .    .       .       .      .
transaction.list                   .    .       school any   any   any  .       any     any    .
package.refund                     .    .       .      .     any   any  .       .       .      .
study_package.refund               .    .       .      .     .     +    .       .       .      .
proctor_fee.waive                  .    .       .      .     .     +    .       .       .      .
receipt.read                       .    .       .      any   any   .    .       any     any    .
own_payment.list                   .    own     .      .     .     .    .       .       .      .
charge.list                        .    .       .      .     any   any  .       .       .      .
charge.refund                      .    .       .      .     +     +    .       .       .      .
reconciliation.read                .    .       .      .     +     +    .       .       .      .
reconciliation.compare             .    .       .      .     +     +    .       .       .      .
reconciliation.explain             .    .       .      .     +     +    .       .       .      .
reconciliation.mend                .    .       .      .     +     .    .       .       .      .
reconciliation.sign                .    .       .      .     +     .    .       .       .      .
credit_charge.refund               .    .       .      .     .     +    .       .       .      .
fee_charge.refund                  .    .       .      .     +     .    .       .       .      .
registration.list                  .    own     .      any   any   any  any     any     any    .
takeable_exam.list                 .    own     .      .     .     .    .       .       .      .
registration.make                  .    own     .      any   any   .    .       .       .      .
registration.cancel                .    own     school any   any   any  .       .       .      .
registration.override              .    .       .      +     +     .    .       .       .      .
prepaid_registration.cancel        .    .       .      .     .     +    .       .       .      .
school_exam.cancel                 .    .       school .     .     .    .       .       .      .
registration.change_to_online      .    .       .      any   any   any  .       .       .      .
past_registration.change_to_online .    .       .      .     .     +    .       .       .      .
registration.change_to_course      .    .       .      any   any   any  any     .       .      .
reserved_exam.change_to_course     .    .       .      .     .     +    .       .       .      .
retake.make                        .    .       .      any   any   any  any     .       .      .
retake.price                       .    .       .      +     +     +    +       .       .      .
support_tools.open                 .    .       .      .     .     +    +       .       .      .
change.watch                       .    own     .      any   any   any  any     any     any    .
report.read                        .    .       school any   any   .    .       .       .      .
office_report.read                 .    .       .      +     +     .    .       .       .      .
session.list                       .    own     .      any   any   any  .       any     any    .
active_location.list               .    .       +      +     +     +    +       +       +      +
session.read                       .    own     school any   any   .    .       any     any    .
shipped_session.read               .    own     .      any   any   .    .       any     any    .
own_session.list                   .    own     .      any   any   .    .       any     any    .
school_session.list                .    own     school any   any   any  .       any     any    .
session_alert.set                  .    own     .      .     .     .    .       .       .      .
calendar_feed.keep                 .    +       .      +     +     +    +       .       .      .
calendar_feed.read                 +    +       +      +     +     +    +       +       +      +
session.book                       .    own     .      any   any   any  .       .       .      .
session.cancel                     .    own     .      any   any   any  .       .       .      .
waiting_list.join                  .    own     .      any   any   .    .       .       .      .
waiting_list.read                  .    .       .      +     +     +    +       .       .      .
waiting_list.edit                  .    .       .      +     +     .    .       .       .      .
session.create                     .    .       .      +     +     .    .       .       .      .
office_session.list                .    .       school any   any   any  any     any     any    .
office_session.edit                .    .       .      +     +     .    .       .       .      .
session_day.keep                   .    .       school any   any   any  any     .       .      .
walk_in.add                        .    .       .      any   any   any  any     .       .      .
room_rule.override                 .    .       .      +     +     .    .       .       .      .
admission_slip.read                .    own     .      any   any   .    .       .       .      .
office_remark.read                 .    .       .      +     +     +    +       +       +      .
number.read                        .    .       .      +     +     +    +       +       +      .
revenue.read                       .    .       .      .     +     .    .       .       .      .
school_balance.read                .    .       .      +     +     .    .       .       .      .
set_aside_event.list               .    .       .      .     .     +    +       .       .      .
sitting.read                       .    own     .      any   any   .    .       any     any    .
sitting.open                       .    own     school any   any   any  any     any     any    any
sitting.start                      +    .       +      +     +     +    +       +       +      +
sitting.report                     +    +       +      +     +     +    +       +       +      +
sitting.reserve                    .    own     .      .     .     .    .       .       .      .
system_check.save                  .    own     .      .     .     .    .       .       .      .
system_check.read                  .    own     .      any   any   any  any     any     any    .
sitting.clear_access               .    .       .      .     +     +    .       .       .      .
used_access.clear                  .    .       .      .     .     +    .       .       .      .
sitting.clear_completed            .    .       .      .     .     +    .       .       .      .
sitting.reopen                     .    .       .      .     +     .    .       .       .      .
assignment.list                    .    own     .      any   any   .    .       any     any    .
assignment.upload                  .    own     school any   any   any  any     any     any    any
ccc_id.read                        .    own     .      any   any   .    .       .       .      .
grade.upload                       .    .       .      .     +     .    .       .       .      .
invoice.upload                     .    .       .      .     .     +    .       .       .      .
result.list                        .    .       .      any   any   any  .       any     any    .
result.request                     .    .       .      any   any   any  .       any     any    .
result.find                        .    .       .      +     +     .    .       +       +      .
transcript.request                 .    .       .      any   any   .    .       any     any    .
school.manage                      .    .       school any   any   .    .       .       .      .
school.read                        .    .       school any   any   any  .       .       .      .
active_school.list                 .    .       school any   any   any  .       .       .      any
school_session.edit                .    .       school any   any   .    .       .       .      .
closed_session.edit                .    .       .      +     +     .    .       .       .      .
school_payment.record              .    .       .      +     +     .    .       .       .      .
school_payment.charge              .    .       school any   any   .    .       .       .      .
school_balance.correct             .    .       .      .     +     .    .       .       .      .
bulk_order.make                    .    .       school any   any   .    .       .       .      .
closed_session.order               .    .       .      +     +     .    .       .       .      .
school_account.read                .    .       school any   any   any  .       .       .      .
seminary.list                      .    .       .      +     +     .    .       .       .      .
seminary_student.list              .    .       .      +     +     .    .       .       .      .
seminary_student.read              .    .       .      +     +     .    .       .       .      +
seminary_student.edit              .    .       .      +     +     .    .       .       .      .
seminary_exam.upload               .    .       .      +     +     .    .       .       .      .
seminary_exam.redeem               .    .       .      any   any   .    .       any     any    .
study.join                         .    own     .      any   any   .    .       .       .      any
study.refund                       .    .       .      any   any   .    .       .       .      any
`;
const SIGNS = { none: '+', own: 'own', own_school: 'school', any: 'any' };
const columns: [string, Account][] = [
  ['anon', NOBODY],
  ...(
    [
      ['student', 'ROLE_STUDENT'],
      ['school', 'ROLE_SCHOOL_ADMIN'],
      ['admin', 'ROLE_ADMIN'],
      ['super', 'ROLE_SUPER_ADMIN'],
      ['tech', 'ROLE_TECH_SUPPORT'],
      ['support', 'ROLE_SUPPORT'],
      ['advisor', 'ROLE_ADVISOR'],
      ['advAdm', 'ROLE_ADVISOR_ADMIN'],
      ['admit', 'ROLE_ADMISSIONS'],
    ] as const
  ).map(([name, role]): [string, Account] => [name, accountOf(role)]),
];
const rowOf = (permission: Permission): string =>
  columns
    .map(([name, account]) => {
      const scope = scopeOf(account, permission);
      return (scope === null ? '.' : SIGNS[scope]).padEnd(name.length);
    })
    .join(' ');

test('the roles hold exactly these permissions', () => {
  const head = `${''.padEnd(35)}${columns.map(([name]) => name).join(' ')}`;
  const rows = all.map((permission) => `${permission.padEnd(35)}${rowOf(permission)}`);
  const matrix = [head, ...rows].map((row) => row.trimEnd());
  expect(matrix).toEqual(MATRIX.split('\n').slice(1, -1));
});

test.each([
  { role: 'ROLE_STUDENT', groups: ['student'] },
  { role: 'ROLE_SCHOOL_ADMIN', groups: ['staff', 'school'] },
  { role: 'ROLE_ADMIN', groups: ['staff', 'admin'] },
  { role: 'ROLE_SUPER_ADMIN', groups: ['staff', 'admin', 'superAdmin'] },
  { role: 'ROLE_TECH_SUPPORT', groups: ['staff', 'support', 'tech_support'] },
  { role: 'ROLE_SUPPORT', groups: ['staff', 'support'] },
  { role: 'ROLE_ADVISOR', groups: ['staff', 'advisor'] },
  { role: 'ROLE_ADVISOR_ADMIN', groups: ['staff', 'advisor', 'advisor_admin'] },
  { role: 'ROLE_ADMISSIONS', groups: ['staff', 'admissions'] },
] as const)('$role is one of $groups', ({ role, groups }) => {
  const found = Object.entries(GROUPS).filter(([, roles]) =>
    (roles as readonly Role[]).includes(role),
  );
  expect(found.map(([group]) => group)).toEqual(['everybody', ...groups]);
});

test('a name is a noun and a verb', () => {
  expect(all.filter((name) => !/^[a-z_]+\.[a-z_]+$/.test(name))).toEqual([]);
});

test('an unknown role, no role and a service have only the permissions of everyone', () => {
  for (const account of [
    { ...NOBODY, roles: ROLES },
    { kind: 'staff' as const, roles: ['ROLE_GOD', ''] },
    { kind: 'student' as const, roles: [] },
    { kind: 'service' as const, roles: ROLES },
  ])
    expect(
      all.filter(
        (name) =>
          can(account, name) &&
          !isForEverybody(name) &&
          !(account.kind === 'public' && can(NOBODY, name)),
      ),
    ).toEqual([]);
  expect(can({ kind: 'service', roles: [] }, 'college.list')).toBe(false);
});

test('R-001: a role of the other kind of account gives nothing', () => {
  expect(scopeOf({ kind: 'student', roles: [...ROLES] }, 'package.assign')).toBe(null);
  expect(scopeOf({ kind: 'staff', roles: [...ROLES] }, 'sitting.reserve')).toBe(null);
});

test('several roles have the union of their permissions, in the widest scope', () => {
  expect(scopeOf(staff('ROLE_SCHOOL_ADMIN', 'ROLE_ADMIN'), 'registration.cancel')).toBe('any');
  expect(scopeOf(staff('ROLE_SCHOOL_ADMIN', 'ROLE_ADVISOR'), 'registration.cancel')).toBe(
    'own_school',
  );
  expect(can(staff('ROLE_ADVISOR', 'ROLE_TECH_SUPPORT'), 'charge.refund')).toBe(true);
});

test.each([
  { who: 'a student', on: 'themself', account: student, studentId: 12, schoolId: 8, allowed: true },
  { who: 'a student', on: 'another', account: student, studentId: 13, schoolId: 8, allowed: false },
  {
    who: 'a school admin',
    on: 'a student of the school',
    account: staff('ROLE_SCHOOL_ADMIN'),
    studentId: 12,
    schoolId: 7,
    allowed: true,
  },
  {
    who: 'a school admin',
    on: 'a student of another school',
    account: staff('ROLE_SCHOOL_ADMIN'),
    studentId: 12,
    schoolId: 8,
    allowed: false,
  },
  {
    who: 'a school admin',
    on: 'a student of no school',
    account: staff('ROLE_SCHOOL_ADMIN'),
    studentId: 12,
    schoolId: null,
    allowed: false,
  },
  {
    who: 'a school admin of no school',
    on: 'a student of no school',
    account: { ...staff('ROLE_SCHOOL_ADMIN'), schoolId: null },
    studentId: 12,
    schoolId: null,
    allowed: false,
  },
  {
    who: 'an admin',
    on: 'anybody',
    account: staff('ROLE_ADMIN'),
    studentId: 12,
    schoolId: 8,
    allowed: true,
  },
  {
    who: 'an advisor',
    on: 'anybody',
    account: staff('ROLE_ADVISOR'),
    studentId: 12,
    schoolId: 8,
    allowed: false,
  },
])('$who cancels for $on: $allowed', ({ account, studentId, schoolId, allowed }) => {
  expect(canOn(account, 'registration.cancel', { studentId, schoolId })).toBe(allowed);
});

test('a school admin orders for the own school, an admin for each', () => {
  expect(canAtSchool(staff('ROLE_SCHOOL_ADMIN'), 'bulk_order.make', 7)).toBe(true);
  expect(canAtSchool(staff('ROLE_SCHOOL_ADMIN'), 'bulk_order.make', 8)).toBe(false);
  expect(canAtSchool(staff('ROLE_ADMIN'), 'bulk_order.make', 8)).toBe(true);
  expect(canAtSchool(staff('ROLE_ADVISOR'), 'bulk_order.make', 7)).toBe(false);
});

test('the holders of a permission are the accounts that can', () => {
  for (const permission of all)
    expect([permission, holdersOf(permission)]).toEqual([
      permission,
      ROLES.filter((role) => can(accountOf(role), permission)),
    ]);
});

test('an unknown name, even one that each object has, is no permission', () => {
  expect(isPermission('session.book')).toBe(true);
  expect(['session.steal', 'constructor', '__proto__', ''].filter(isPermission)).toEqual([]);
});

test('a role is read as words', () => {
  expect(titleOf('ROLE_TECH_SUPPORT')).toBe('Tech support');
});

test('the kind of an account is read off its roles', () => {
  expect(kindOf(['ROLE_STUDENT'])).toBe('student');
  expect(STAFF_ROLES.map((role) => kindOf([role]))).toEqual(STAFF_ROLES.map(() => 'staff'));
  expect(kindOf(['ROLE_GOD'])).toBe('public');
});
