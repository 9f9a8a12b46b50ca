import type { MenuPage, OfficePagePath, SchoolPagePath } from '@portal/contract/pages/staff-pages';
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

const officeIcons: Readonly<Record<OfficePagePath, TablerIcon>> = {
  '/admin/overview': IconLayoutDashboard,
  '/admin/student-lookup': IconUserSearch,
  '/admin/calendar': IconCalendar,
  '/admin/waiting-list': IconHourglass,
  '/admin/catalogue': IconListDetails,
  '/admin/payments': IconScale,
  '/admin/import-students': IconUsersPlus,
  '/admin/upload-batch': IconUpload,
  '/admin/upload-tal-invoice': IconFileInvoice,
  '/admin/study-materials': IconBooks,
  '/admin/schools': IconSchool,
  '/admin/seminary-students': IconCertificate,
  '/admin/non-member-invite': IconMailPlus,
  '/admin/registrations-report': IconReport,
  '/admin/activity': IconHistory,
  '/admin/users': IconUsers,
  '/admin/data-requests': IconDatabaseExport,
  '/admin/webhooks': IconWebhook,
  '/admin/super-admins': IconShieldLock,
  '/admin/settings': IconSettings,
  '/admin/adminSupport': IconHeadset,
};

const schoolIcons: Readonly<Record<SchoolPagePath, TablerIcon>> = {
  '/admin/schools': IconCalendar,
  '/admin/calendar': IconCalendarMonth,
  '/admin/school-manage-students': IconUsers,
  '/admin/import-students': IconUsersPlus,
  '/admin/school-registrations-report': IconListCheck,
  '/admin/school-account': IconBuildingBank,
};

/** The icon of a page of the menu. */
export const iconOf = (page: MenuPage): TablerIcon =>
  page.of === 'office' ? officeIcons[page.to] : schoolIcons[page.to];
