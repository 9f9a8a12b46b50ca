import { type Account, can } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { isOfSchool } from '@portal/access/roles';
import {
  IconBooks,
  IconBuildingBank,
  IconCalendar,
  IconCalendarMonth,
  IconCertificate,
  IconDatabaseExport,
  IconFileInvoice,
  IconHeadset,
  IconHistory,
  IconHourglass,
  IconLayoutDashboard,
  IconListCheck,
  IconListDetails,
  IconMailPlus,
  IconReport,
  IconScale,
  IconSchool,
  IconSettings,
  IconShieldLock,
  IconUpload,
  IconUserSearch,
  IconUsers,
  IconUsersPlus,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';

interface StaffPageLink {
  to: string;
  label: string;
  icon: TablerIcon;
  /** Who holds it sees the page. */
  permission: Permission;
}

const pages: readonly StaffPageLink[] = [
  {
    to: '/admin/overview',
    label: 'Overview',
    icon: IconLayoutDashboard,
    permission: 'number.read',
  },
  {
    to: '/admin/student-lookup',
    label: 'Student lookup',
    icon: IconUserSearch,
    permission: 'student.find',
  },
  {
    to: '/admin/calendar',
    label: 'Calendar',
    icon: IconCalendar,
    permission: 'office_session.list',
  },
  {
    to: '/admin/waiting-list',
    label: 'Waiting list',
    icon: IconHourglass,
    permission: 'waiting_list.read',
  },
  {
    to: '/admin/catalogue',
    label: 'Catalogue',
    icon: IconListDetails,
    permission: 'office_catalog.list',
  },
  {
    to: '/admin/payments',
    label: 'Payments',
    icon: IconScale,
    permission: 'reconciliation.read',
  },
  {
    to: '/admin/import-students',
    label: 'Import students',
    icon: IconUsersPlus,
    permission: 'student_import.run',
  },
  {
    to: '/admin/upload-batch',
    label: 'Upload batch',
    icon: IconUpload,
    permission: 'grade.upload',
  },
  {
    to: '/admin/upload-tal-invoice',
    label: 'Upload invoice',
    icon: IconFileInvoice,
    permission: 'invoice.upload',
  },
  {
    to: '/admin/study-materials',
    label: 'Study materials',
    icon: IconBooks,
    permission: 'material.list',
  },
  {
    to: '/admin/schools',
    label: 'Schools',
    icon: IconSchool,
    permission: 'school.manage',
  },
  {
    to: '/admin/seminary-students',
    label: 'Free seminary exams',
    icon: IconCertificate,
    permission: 'seminary_student.list',
  },
  {
    to: '/admin/non-member-invite',
    label: 'Non-member invite',
    icon: IconMailPlus,
    permission: 'student.invite',
  },
  {
    to: '/admin/registrations-report',
    label: 'Registrations report',
    icon: IconReport,
    permission: 'office_report.read',
  },
  {
    to: '/admin/activity',
    label: 'Activity',
    icon: IconHistory,
    permission: 'activity.read',
  },
  { to: '/admin/users', label: 'Users', icon: IconUsers, permission: 'user.list' },
  {
    to: '/admin/data-requests',
    label: 'Data requests',
    icon: IconDatabaseExport,
    permission: 'data_request.list',
  },
  {
    to: '/admin/webhooks',
    label: 'Webhooks',
    icon: IconWebhook,
    permission: 'webhook.manage',
  },
  {
    to: '/admin/super-admins',
    label: 'Super admins',
    icon: IconShieldLock,
    permission: 'super_admin.grant',
  },
  {
    to: '/admin/settings',
    label: 'Settings',
    icon: IconSettings,
    permission: 'setting.read',
  },
  {
    to: '/admin/adminSupport',
    label: 'Admin support',
    icon: IconHeadset,
    permission: 'support_tools.open',
  },
];

/** The pages of an account that is of one school alone. */
const ofSchool: readonly (StaffPageLink & { ifCharged?: boolean })[] = [
  {
    to: '/admin/schools',
    label: 'Sessions',
    icon: IconCalendar,
    permission: 'school.manage',
  },
  {
    to: '/admin/calendar',
    label: 'Calendar',
    icon: IconCalendarMonth,
    permission: 'office_session.list',
  },
  {
    to: '/admin/school-manage-students',
    label: 'Manage students',
    icon: IconUsers,
    permission: 'school.manage',
  },
  {
    to: '/admin/import-students',
    label: 'Import students',
    icon: IconUsersPlus,
    permission: 'student_import.run',
  },
  {
    to: '/admin/school-registrations-report',
    label: 'Grades',
    icon: IconListCheck,
    permission: 'report.read',
  },
  {
    to: '/admin/school-account',
    label: 'Account',
    icon: IconBuildingBank,
    permission: 'school.manage',
    ifCharged: true,
  },
];

/**
 * The pages that an account may open, in the order of the menu. An account of one school has those
 * of the school alone; its account only if the school is charged. R-291.
 */
export const staffPagesOf = (account: Account, isCharged = false): readonly StaffPageLink[] =>
  isOfSchool(account.roles)
    ? ofSchool.filter(({ ifCharged = false }) => !ifCharged || isCharged)
    : pages.filter(({ permission }) => can(account, permission));
