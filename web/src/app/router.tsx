import { lazy, type ReactNode, Suspense } from 'react';
import { BrowserRouter, Outlet, Route, Routes } from 'react-router-dom';
import { RowSkeletons } from '../shared/feedback.tsx';
import { ForJoiners, ForSignedIn, ForStaff, ForStudents } from './guards.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { SessionWatch } from './session-watch.tsx';

/** A page in a file of its own, fetched when it is asked for. */
const page = <Name extends string>(load: () => Promise<Record<Name, () => ReactNode>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

const StudentShell = page(() => import('./student-shell.tsx'), 'StudentShell');
const StaffHome = page(() => import('./staff-home.tsx'), 'StaffHome');
const NotFound = page(() => import('./not-found.tsx'), 'NotFound');
const ErrorPage = page(() => import('./error-page.tsx'), 'ErrorPage');

const LoginPage = page(() => import('../sign-in/login-page.tsx'), 'LoginPage');
const StaffLoginPage = page(() => import('../sign-in/staff-login-page.tsx'), 'StaffLoginPage');
const ForgotPage = page(() => import('../sign-in/forgot-page.tsx'), 'ForgotPage');
const StaffForgotPage = page(() => import('../sign-in/forgot-page.tsx'), 'StaffForgotPage');
const CreatePage = page(() => import('../sign-in/password-page.tsx'), 'CreatePage');
const ResetPage = page(() => import('../sign-in/password-page.tsx'), 'ResetPage');
const StaffCreatePage = page(() => import('../sign-in/password-page.tsx'), 'StaffCreatePage');
const StaffResetPage = page(() => import('../sign-in/password-page.tsx'), 'StaffResetPage');

const RegisterPage = page(() => import('../enrol/register-page.tsx'), 'RegisterPage');

const StartExamPage = page(() => import('../online/start-exam-page.tsx'), 'StartExamPage');
const ExamsPage = page(() => import('./exams-route.tsx'), 'ExamsPage');
const PackagesPage = page(() => import('../credits/packages-page.tsx'), 'PackagesPage');
const AccountPage = page(() => import('../profile/account-page.tsx'), 'AccountPage');
const StudyFrame = page(() => import('./study-frame.tsx'), 'StudyFrame');
const JoinPage = page(() => import('../study/join-page.tsx'), 'JoinPage');
const MethodPage = page(() => import('../study/method-page.tsx'), 'MethodPage');
const ProtocolPage = page(() => import('./protocol-page.tsx'), 'ProtocolPage');

/** A page's own file on its way, or failed to come. */
function Page({ children }: { children: ReactNode }) {
  return (
    <PageBoundary>
      <Suspense fallback={<RowSkeletons />}>{children}</Suspense>
    </PageBoundary>
  );
}

const studentFrame = (
  <ForStudents>
    <Suspense>
      <StudentShell />
    </Suspense>
  </ForStudents>
);

/** Every page and who may see it. */
export function Router() {
  return (
    <BrowserRouter>
      <SessionWatch />
      <PageBoundary>
        <Suspense>
          <Routes>
            <Route path="/login" element={<LoginPage />} />
            <Route path="/forgotPassword" element={<ForgotPage />} />
            <Route path="/create/:userId/:token" element={<CreatePage />} />
            <Route path="/reset/:userId/:token" element={<ResetPage />} />
            <Route path="/register/:email/:membershipTypeId/:paramCollegeId/:schoolId?/:schoolName?" element={<RegisterPage />} />
            <Route path="/startExam/:key" element={<StartExamPage />} />
            <Route path="/admin/login" element={<StaffLoginPage />} />
            <Route path="/adminForgotPassword" element={<StaffForgotPage />} />
            <Route path="/admin/create/:userId/:token" element={<StaffCreatePage />} />
            <Route path="/admin/reset/:userId/:token" element={<StaffResetPage />} />
            <Route path="/admin/error/:errorCode" element={<ErrorPage />} />
            <Route
              path="/exam-protocol"
              element={
                <ForSignedIn>
                  <ProtocolPage />
                </ForSignedIn>
              }
            />
            <Route
              path="/admin"
              element={
                <ForStaff>
                  <StaffHome />
                </ForStaff>
              }
            />
            <Route element={studentFrame}>
              <Route
                element={
                  <Page>
                    <Outlet />
                  </Page>
                }
              >
                <Route path="/" element={<ExamsPage />} />
                <Route path="/packages" element={<PackagesPage />} />
                <Route path="/myaccount" element={<AccountPage />} />
              </Route>
            </Route>
            <Route
              element={
                <ForJoiners>
                  <StudyFrame />
                </ForJoiners>
              }
            >
              <Route
                element={
                  <Page>
                    <Outlet />
                  </Page>
                }
              >
                <Route path="/study-abroad/:studentId/:programId/:paymentTo" element={<JoinPage />} />
                <Route path="/add-payment-method/:studentId/:programId/:paymentTo" element={<MethodPage />} />
              </Route>
            </Route>
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Suspense>
      </PageBoundary>
    </BrowserRouter>
  );
}
