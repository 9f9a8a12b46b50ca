import type { Permission } from '@portal/access/permissions';
import type { ReactNode } from 'react';
import { createRoutesFromElements, Route } from 'react-router-dom';
import { ForStaff } from './guards.tsx';
import { page } from './page-chunk.tsx';
import { inFrame, plain, signingIn } from './page-places.tsx';
import { ForHolders, StaffBegin } from './staff-guards.tsx';

const StaffShell = page(() => import('../shell/staff-shell.tsx'), 'StaffShell');
const StaffLookup = page(() => import('../finder/staff-home.tsx'), 'StaffLookup');
const StaffOverview = page(
  () => import('../finder/staff-home.tsx'),
  'StaffOverview',
  () => import('../../overview/prefetch.ts'),
);
const CountedRegistrationsPage = page(
  () => import('../../overview/registrations-page.tsx'),
  'CountedRegistrationsPage',
);
const MoneyEntriesPage = page(() => import('../../overview/payments-page.tsx'), 'MoneyEntriesPage');
const WaitingPage = page(() => import('../../overview/queues/waiting-page.tsx'), 'WaitingPage');
const InvoicePage = page(() => import('../../uploads/invoice-page.tsx'), 'InvoicePage');
const BatchPage = page(() => import('../../uploads/batch-page.tsx'), 'BatchPage');
const InvitePage = page(() => import('../../invites/invite-page.tsx'), 'InvitePage');
const SupportPage = page(() => import('../../support/support-page.tsx'), 'SupportPage');
const MaterialsPage = page(() => import('../../materials/materials-page.tsx'), 'MaterialsPage');
const SchoolsPage = page(() => import('../../schools/schools-page.tsx'), 'SchoolsPage');
const SchoolStudentsPage = page(
  () => import('../../schools/students-page.tsx'),
  'SchoolStudentsPage',
);
const SchoolAccountPage = page(
  () => import('../../schools/account/account-page.tsx'),
  'SchoolAccountPage',
);
const SeminaryStudentsPage = page(
  () => import('../../seminary/students-page.tsx'),
  'SeminaryStudentsPage',
);
const SeminaryUploadPage = page(
  () => import('../../uploads/seminary-page.tsx'),
  'SeminaryUploadPage',
);
const RedemptionPage = page(() => import('../../seminary/redemption-page.tsx'), 'RedemptionPage');
const ActivityPage = page(() => import('../../history/activity-page.tsx'), 'ActivityPage');
const ReportPage = page(() => import('../../reports/report-page.tsx'), 'ReportPage');
const GradesPage = page(() => import('../../reports/grades-page.tsx'), 'GradesPage');
const CalendarPage = page(
  () => import('../../calendar/calendar-page.tsx'),
  'CalendarPage',
  () => import('../../calendar/prefetch.ts'),
);
const WaitingListPage = page(
  () => import('../../waiting-list/waiting-page.tsx'),
  'WaitingListPage',
);
const SessionDayPage = page(() => import('./session-day-route.tsx'), 'SessionDayPage');
const ImportStudentsPage = page(
  () => import('../../imports/import-page.tsx'),
  'ImportStudentsPage',
);
const CatalogueImportPage = page(
  () => import('../../catalogue/import/import-page.tsx'),
  'ImportPage',
);
const SettledDayPage = page(() => import('../../reconciliation/day-page.tsx'), 'SettledDayPage');
const SettledDaysPage = page(() => import('../../reconciliation/days-page.tsx'), 'SettledDaysPage');
const CataloguePage = page(() => import('../../catalogue/catalogue-page.tsx'), 'CataloguePage');
const UsersPage = page(() => import('../../users/users-page.tsx'), 'UsersPage');
const WebhooksPage = page(() => import('../../webhooks/webhooks-page.tsx'), 'WebhooksPage');
const DataRequestsPage = page(
  () => import('../../data-requests/data-requests-page.tsx'),
  'DataRequestsPage',
);
const SettingsPage = page(() => import('../../settings/settings-page.tsx'), 'SettingsPage');
const SecurityPage = page(() => import('../../security/security-page.tsx'), 'SecurityPage');
const SuperAdminsPage = page(() => import('../../users/super-admins-page.tsx'), 'SuperAdminsPage');
const StudentFrame = page(() => import('../shell/student-frame.tsx'), 'StudentFrame');
const ProfilePage = page(() => import('../../lookup/profile-page.tsx'), 'ProfilePage');
const StudentInfoPage = page(
  () => import('../../lookup/info/student-info-page.tsx'),
  'StudentInfoPage',
);
const ReceiptPage = page(() => import('../../receipts/receipt-page.tsx'), 'ReceiptPage');
const TranscriptsPage = page(
  () => import('../../transcripts/transcripts-page.tsx'),
  'TranscriptsPage',
);
const HistoryPage = page(() => import('../../history/history-page.tsx'), 'HistoryPage');
const NotFound = page(() => import('./not-found.tsx'), 'NotFound');
const StaffLoginPage = page(() => import('../../sign-in/staff-login-page.tsx'), 'StaffLoginPage');
const StaffForgotPage = page(() => import('../../sign-in/forgot-page.tsx'), 'StaffForgotPage');
const StaffCreatePage = page(() => import('../../sign-in/password-page.tsx'), 'StaffCreatePage');
const StaffResetPage = page(() => import('../../sign-in/password-page.tsx'), 'StaffResetPage');
const ExamsPage = page(() => import('./exams-route.tsx'), 'ExamsPage');
const CheckInPage = page(() => import('../../check-in/check-in-page.tsx'), 'CheckInPage');
const PackagesPage = page(() => import('../../credits/packages-page.tsx'), 'PackagesPage');
const AccountPage = page(() => import('../../profile/account-page.tsx'), 'AccountPage');
const RefundPage = page(() => import('../../study/refund-page.tsx'), 'RefundPage');
const SecondPaymentPage = page(
  () => import('../../study/second-payment-page.tsx'),
  'SecondPaymentPage',
);

/** A page of staff that requires the permission. */
const held = (permission: Permission, page: ReactNode) => (
  <ForHolders of={permission}>{page}</ForHolders>
);

/** The pages of staff, each with its guard. */
export const routes = createRoutesFromElements(
  <>
    <Route path="/admin/login" element={signingIn(<StaffLoginPage />)} />
    <Route path="/adminForgotPassword" element={signingIn(<StaffForgotPage />)} />
    <Route path="/admin/create/:userId/:token" element={signingIn(<StaffCreatePage />)} />
    <Route path="/admin/reset/:userId/:token" element={signingIn(<StaffResetPage />)} />
    <Route element={<ForStaff>{plain(<StaffShell />)}</ForStaff>}>
      <Route element={inFrame}>
        <Route path="/admin" element={<StaffBegin lookup={<StaffLookup />} />} />
        <Route path="/admin/overview" element={held('number.read', <StaffOverview />)} />
        <Route
          path="/admin/overview/registrations"
          element={held('number.read', <CountedRegistrationsPage />)}
        />
        <Route
          path="/admin/overview/payments"
          element={held('revenue.read', <MoneyEntriesPage />)}
        />
        <Route path="/admin/overview/waiting" element={held('number.read', <WaitingPage />)} />
        <Route path="/admin/student-lookup" element={<StaffLookup />} />
        <Route path="/admin/upload-batch" element={held('grade.upload', <BatchPage />)} />
        <Route path="/admin/upload-tal-invoice" element={held('invoice.upload', <InvoicePage />)} />
        <Route path="/admin/adminSupport" element={held('support_tools.open', <SupportPage />)} />
        <Route path="/admin/non-member-invite" element={held('student.invite', <InvitePage />)} />
        <Route
          path="/study-abroad-refund/:studentId/:programId/:studentProgramId"
          element={held('study.refund', <RefundPage />)}
        />
        <Route
          path="/study-abroad-second-payment/:studentId/:programId/:paymentTo"
          element={held('study.refund', <SecondPaymentPage />)}
        />
        <Route path="/admin/study-materials" element={held('material.list', <MaterialsPage />)} />
        <Route path="/admin/schools" element={held('school.manage', <SchoolsPage />)} />
        <Route
          path="/admin/school-manage-students"
          element={held('school.manage', <SchoolStudentsPage />)}
        />
        <Route
          path="/admin/school-account"
          element={held('school.manage', <SchoolAccountPage />)}
        />
        <Route
          path="/admin/upload-seminary-test"
          element={held('seminary_exam.upload', <SeminaryUploadPage />)}
        />
        <Route
          path="/admin/seminary-students"
          element={held('seminary_student.list', <SeminaryStudentsPage />)}
        />
        <Route path="/admin/calendar" element={held('office_session.list', <CalendarPage />)} />
        <Route
          path="/admin/waiting-list"
          element={held('waiting_list.read', <WaitingListPage />)}
        />
        <Route path="/admin/session/:id" element={held('session_day.keep', <SessionDayPage />)} />
        <Route
          path="/admin/import-students"
          element={held('student_import.run', <ImportStudentsPage />)}
        />
        <Route
          path="/admin/session/:id/check-in"
          element={held('session_day.keep', <CheckInPage />)}
        />
        <Route path="/admin/catalogue" element={held('office_catalog.list', <CataloguePage />)} />
        <Route
          path="/admin/catalogue/import"
          element={held('office_catalog.edit', <CatalogueImportPage />)}
        />
        <Route path="/admin/payments" element={held('reconciliation.read', <SettledDaysPage />)} />
        <Route
          path="/admin/payments/:date/:account"
          element={held('reconciliation.read', <SettledDayPage />)}
        />
        <Route path="/admin/activity" element={held('activity.read', <ActivityPage />)} />
        <Route
          path="/admin/registrations-report"
          element={held('office_report.read', <ReportPage />)}
        />
        <Route
          path="/admin/school-registrations-report"
          element={held('report.read', <GradesPage />)}
        />
        <Route path="/admin/users" element={held('user.list', <UsersPage />)} />
        <Route path="/admin/webhooks" element={held('webhook.manage', <WebhooksPage />)} />
        <Route
          path="/admin/data-requests"
          element={held('data_request.list', <DataRequestsPage />)}
        />
        <Route path="/admin/settings" element={held('setting.read', <SettingsPage />)} />
        <Route path="/admin/security" element={held('own_security.keep', <SecurityPage />)} />
        <Route
          path="/admin/super-admins"
          element={held('super_admin.grant', <SuperAdminsPage />)}
        />
        <Route element={<StudentFrame />}>
          <Route element={inFrame}>
            <Route
              path="/admin/profile/:studentId"
              element={held('credit.read', <ProfilePage />)}
            />
            <Route path="/admin/student/:studentId" element={held('exam.list', <ExamsPage />)} />
            <Route
              path="/admin/packages/:studentId/:ttiStudentId?"
              element={held('credit.buy', <PackagesPage />)}
            />
            <Route
              path="/admin/studentinfo/:studentId"
              element={held('student_info.read', <StudentInfoPage />)}
            />
            <Route
              path="/admin/seminaryStudentRedemption/:studentId"
              element={held('seminary_exam.redeem', <RedemptionPage />)}
            />
            <Route
              path="/admin/receipt/:studentId"
              element={held('receipt.read', <ReceiptPage />)}
            />
            <Route
              path="/admin/history/:studentId"
              element={held('activity.read', <HistoryPage />)}
            />
            <Route
              path="/admin/transcripts-request/:studentId/:ttiStudentId?"
              element={held('transcript.request', <TranscriptsPage />)}
            />
            <Route
              path="/admin/myAccount/:studentId"
              element={held('credit.read', <AccountPage />)}
            />
          </Route>
        </Route>
      </Route>
    </Route>
    <Route path="*" element={plain(<NotFound />)} />
  </>,
);
