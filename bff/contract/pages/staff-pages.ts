import { type Account, can } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { isOfSchool } from '@portal/access/roles';

/** A page of staff as the menu and the finder name it. */
export interface StaffPage {
  to: string;
  label: string;
  /** Accounts with this permission see the page. */
  permission: Permission;
}

/** The pages of the menu under the headings of their groups; the first group needs none. */
const groups = [
  {
    heading: '',
    pages: [{ to: '/admin/overview', label: 'Overview', permission: 'number.read' }],
  },
  {
    heading: 'Students',
    pages: [
      { to: '/admin/student-lookup', label: 'Student lookup', permission: 'student.find' },
      { to: '/admin/import-students', label: 'Import students', permission: 'student_import.run' },
      {
        to: '/admin/seminary-students',
        label: 'Free seminary exams',
        permission: 'seminary_student.list',
      },
      { to: '/admin/non-member-invite', label: 'Non-member invite', permission: 'student.invite' },
    ],
  },
  {
    heading: 'Exams and sessions',
    pages: [
      { to: '/admin/calendar', label: 'Calendar', permission: 'office_session.list' },
      { to: '/admin/waiting-list', label: 'Waiting list', permission: 'waiting_list.read' },
      { to: '/admin/catalogue', label: 'Catalogue', permission: 'office_catalog.list' },
      { to: '/admin/study-materials', label: 'Study materials', permission: 'material.list' },
      { to: '/admin/schools', label: 'Schools', permission: 'school.manage' },
    ],
  },
  {
    heading: 'Grades and money',
    pages: [
      { to: '/admin/upload-batch', label: 'Upload batch', permission: 'grade.upload' },
      { to: '/admin/upload-tal-invoice', label: 'Upload invoice', permission: 'invoice.upload' },
      { to: '/admin/payments', label: 'Payments', permission: 'reconciliation.read' },
    ],
  },
  {
    heading: 'Records',
    pages: [
      {
        to: '/admin/registrations-report',
        label: 'Registrations report',
        permission: 'office_report.read',
      },
      { to: '/admin/activity', label: 'Activity', permission: 'activity.read' },
      { to: '/admin/data-requests', label: 'Data requests', permission: 'data_request.list' },
    ],
  },
  {
    heading: 'Administration',
    pages: [
      { to: '/admin/users', label: 'Users', permission: 'user.list' },
      { to: '/admin/super-admins', label: 'Super admins', permission: 'super_admin.grant' },
      { to: '/admin/webhooks', label: 'Webhooks', permission: 'webhook.manage' },
      { to: '/admin/settings', label: 'Settings', permission: 'setting.read' },
      { to: '/admin/adminSupport', label: 'Admin support', permission: 'support_tools.open' },
    ],
  },
] as const satisfies readonly { heading: string; pages: readonly StaffPage[] }[];

/** The pages of an account that is of one school alone. */
const ofSchool = [
  {
    to: '/admin/schools',
    label: 'Sessions',
    permission: 'school.manage',
  },
  {
    to: '/admin/calendar',
    label: 'Calendar',
    permission: 'office_session.list',
  },
  {
    to: '/admin/school-manage-students',
    label: 'Manage students',
    permission: 'school.manage',
  },
  {
    to: '/admin/import-students',
    label: 'Import students',
    permission: 'student_import.run',
  },
  {
    to: '/admin/school-registrations-report',
    label: 'Grades',
    permission: 'report.read',
  },
  {
    to: '/admin/school-account',
    label: 'Account',
    permission: 'school.manage',
    ifCharged: true,
  },
] as const satisfies readonly (StaffPage & { ifCharged?: boolean })[];

/** Pages that the menu has at another place. */
const ofEverybody: readonly StaffPage[] = [
  { to: '/admin/security', label: 'Security', permission: 'own_security.keep' },
];

export type OfficePagePath = (typeof groups)[number]['pages'][number]['to'];
export type SchoolPagePath = (typeof ofSchool)[number]['to'];
/** A page of the menu with its path as a name, which selects the badge beside it. */
export type MenuPage =
  | (StaffPage & { of: 'office'; to: OfficePagePath })
  | (StaffPage & { of: 'school'; to: SchoolPagePath });

/** Pages of the menu under a heading, which is empty where none is needed. */
export interface MenuGroup {
  heading: string;
  pages: readonly MenuPage[];
}

/**
 * The pages that an account may open, in groups and in the order of the menu. An account of one
 * school has those of the school alone; its account only if the school is charged. R-291.
 */
export const menuGroupsOf = (account: Account, isCharged = false): readonly MenuGroup[] =>
  isOfSchool(account.roles)
    ? [
        {
          heading: '',
          pages: ofSchool
            .filter((page) => !('ifCharged' in page) || isCharged)
            .map((page) => ({ ...page, of: 'school' as const })),
        },
      ]
    : groups
        .map(({ heading, pages }) => ({
          heading,
          pages: pages
            .filter(({ permission }) => can(account, permission))
            .map((page) => ({ ...page, of: 'office' as const })),
        }))
        .filter(({ pages }) => pages.length > 0);

/** The same pages for the finder, with those that the menu has elsewhere. */
export const findablePagesOf = (account: Account, isCharged = false): readonly StaffPage[] => [
  ...menuGroupsOf(account, isCharged).flatMap(({ pages }) => pages),
  ...ofEverybody.filter(({ permission }) => can(account, permission)),
];

/** Frequent tasks of staff, which the finder offers. */
const actions: readonly StaffPage[] = [
  { to: '/admin/calendar?open=add', label: 'Add session', permission: 'office_session.edit' },
  { to: '/admin/calendar?open=series', label: 'Add series', permission: 'office_session.edit' },
  { to: '/admin/calendar?open=copy', label: 'Copy term', permission: 'office_session.edit' },
  {
    to: '/admin/catalogue?part=exams&open=add',
    label: 'Add exam',
    permission: 'office_catalog.edit',
  },
  {
    to: '/admin/catalogue?part=locations&open=add',
    label: 'Add location',
    permission: 'office_catalog.edit',
  },
  {
    to: '/admin/catalogue/import',
    label: 'Import exams or prices',
    permission: 'office_catalog.edit',
  },
  { to: '/admin/users?open=add', label: 'Add new admin', permission: 'user.edit' },
  {
    to: '/admin/upload-seminary-test',
    label: 'Upload a seminary test',
    permission: 'seminary_exam.upload',
  },
];
export const actionsOf = (account: Account): readonly StaffPage[] =>
  actions.filter(({ permission }) => can(account, permission));

/** A page of one student: `/admin/<name>/<student>`. */
export interface StudentPage {
  name: string;
  label: string;
  /** Accounts with this permission see the page; the router requires the same. */
  permission: Permission;
}

const ofStudent: readonly StudentPage[] = [
  { name: 'profile', label: 'Profile', permission: 'credit.read' },
  { name: 'student', label: 'Exams', permission: 'exam.list' },
  { name: 'packages', label: 'Packages', permission: 'credit.buy' },
  { name: 'studentinfo', label: 'Student info', permission: 'student_info.read' },
  { name: 'receipt', label: 'Receipt', permission: 'receipt.read' },
  {
    name: 'seminaryStudentRedemption',
    label: 'Seminary redemption',
    permission: 'seminary_exam.redeem',
  },
  { name: 'transcripts-request', label: 'Transcripts', permission: 'transcript.request' },
  { name: 'history', label: 'History', permission: 'activity.read' },
];

/** The pages of a student that an account may open, in the order of their tabs. */
export const studentPagesOf = (account: Account): readonly StudentPage[] =>
  ofStudent.filter(({ permission }) => can(account, permission));
