import { isStaffPath } from '@portal/contract/pages/staff-area';
import { type ReactNode, Suspense } from 'react';
import {
  BrowserRouter,
  createRoutesFromElements,
  matchRoutes,
  Route,
  useLocation,
  useRoutes,
} from 'react-router-dom';
import { DialogHistory } from '../../shared/dialogs/dialog-history.tsx';
import { readSession } from '../../shared/session/session.ts';
import { SessionWatch } from '../session/session-watch.tsx';
import { ForJoiners, ForSignedIn, ForStudents } from './guards.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { area, fetchPages, type Place, page } from './page-chunk.tsx';
import { inFrame, plain, ShapeOfPath, signingIn } from './page-places.tsx';
import { FrameShape } from './page-shapes.tsx';

const StudentShell = page(() => import('../shell/student-shell.tsx'), 'StudentShell');
const NotFound = page(() => import('./not-found.tsx'), 'NotFound');
const ErrorPage = page(() => import('./error-page.tsx'), 'ErrorPage');
const LoginPage = page(() => import('../../sign-in/login-page.tsx'), 'LoginPage');
const ForgotPage = page(() => import('../../sign-in/forgot-page.tsx'), 'ForgotPage');
const CreatePage = page(() => import('../../sign-in/password-page.tsx'), 'CreatePage');
const ResetPage = page(() => import('../../sign-in/password-page.tsx'), 'ResetPage');
const ConfirmEmailPage = page(
  () => import('../../sign-in/confirm-email-page.tsx'),
  'ConfirmEmailPage',
);
const RegisterPage = page(() => import('../../enrol/register-page.tsx'), 'RegisterPage');
const StartExamPage = page(() => import('../../online/start-exam-page.tsx'), 'StartExamPage');
const ExamsPage = page(() => import('./exams-route.tsx'), 'ExamsPage');
const AdmissionPage = page(() => import('../../admission/admission-page.tsx'), 'AdmissionPage');
const MaterialPage = page(() => import('../../exams/material-page.tsx'), 'MaterialPage');
const PackagesPage = page(() => import('../../credits/packages-page.tsx'), 'PackagesPage');
const AccountPage = page(() => import('../../profile/account-page.tsx'), 'AccountPage');
const StudyFrame = page(() => import('./study-frame.tsx'), 'StudyFrame');
const JoinPage = page(() => import('../../study/join-page.tsx'), 'JoinPage');
const MethodPage = page(() => import('../../study/method-page.tsx'), 'MethodPage');
const SystemCheckPage = page(
  () => import('../../system-check/system-check-page.tsx'),
  'SystemCheckPage',
);
const PlainOffers = page(() => import('../../shared/waiting-list/plain-offers.tsx'), 'PlainOffers');
const ProtocolPage = page(() => import('./protocol-page.tsx'), 'ProtocolPage');

/** The frame of an area with its pages. */
const framed = (layout: ReactNode) => (
  <Suspense
    fallback={
      <FrameShape>
        <ShapeOfPath />
      </FrameShape>
    }
  >
    {layout}
  </Suspense>
);

/** The pages of students and of visitors who are not signed in, each with its guard. */
const routes = createRoutesFromElements(
  <>
    <Route path="/login" element={signingIn(<LoginPage />)} />
    <Route path="/forgotPassword" element={signingIn(<ForgotPage />)} />
    <Route path="/create/:userId/:token" element={signingIn(<CreatePage />)} />
    <Route path="/reset/:userId/:token" element={signingIn(<ResetPage />)} />
    <Route path="/email/:userId/:token" element={signingIn(<ConfirmEmailPage />)} />
    <Route
      path="/register/:email/:membershipTypeId/:paramCollegeId/:schoolId?/:schoolName?"
      element={signingIn(<RegisterPage />)}
    />
    <Route path="/startExam/:key" element={plain(<StartExamPage />)} />
    <Route path="/admin/error/:errorCode" element={plain(<ErrorPage />)} />
    <Route element={<ForSignedIn>{plain(<PlainOffers />)}</ForSignedIn>}>
      <Route path="/exam-protocol" element={plain(<ProtocolPage />)} />
      <Route
        path="/system-check"
        element={<ForStudents>{plain(<SystemCheckPage />)}</ForStudents>}
      />
      <Route path="/study-material/:materialId" element={plain(<MaterialPage />)} />
    </Route>
    <Route element={<ForStudents>{framed(<StudentShell />)}</ForStudents>}>
      <Route element={inFrame}>
        <Route path="/" element={<ExamsPage />} />
        <Route path="/packages" element={<PackagesPage />} />
        <Route path="/myaccount" element={<AccountPage />} />
        <Route path="/admission/:registrationId" element={<AdmissionPage />} />
      </Route>
    </Route>
    <Route element={<ForJoiners>{framed(<StudyFrame />)}</ForJoiners>}>
      <Route element={inFrame}>
        <Route path="/study-abroad/:studentId/:programId/:paymentTo" element={<JoinPage />} />
        <Route
          path="/add-payment-method/:studentId/:programId/:paymentTo"
          element={<MethodPage />}
        />
      </Route>
    </Route>
    <Route path="*" element={plain(<NotFound />)} />
  </>,
);

/** The pages of staff; students never load their routes. */
const staff = area(() => import('./staff-routes.tsx'));

/** Some staff routes lead to pages that students see too. */
const isOfStaff = (path: string): boolean =>
  isStaffPath(path) && matchRoutes(routes, path)?.at(-1)?.route.path === '*';

/** Redirects staff, and visitors with a link created for them, to a page of theirs. R-362 */
const isLedToStaff = ({ search }: Place): boolean =>
  readSession().staff || new URLSearchParams(search).has('username');

async function fetchAt(place: Place): Promise<void> {
  if (isOfStaff(place.pathname)) await staff.fetch(place);
  else await Promise.all([fetchPages(routes, place), isLedToStaff(place) && staff.fetch(null)]);
}

/** Loads everything the address needs before the first render. Never fails. */
export const fetchFirst = (): Promise<void> => fetchAt(window.location);

function Pages() {
  const location = useLocation();
  void fetchAt(location); // begun before the frame that will ask for its page
  const own = useRoutes(routes);
  return isOfStaff(location.pathname) ? <staff.Pages /> : own;
}

export const Router = () => (
  <BrowserRouter>
    <DialogHistory>
      <SessionWatch />
      <PageBoundary>
        <Suspense>
          <Pages />
        </Suspense>
      </PageBoundary>
    </DialogHistory>
  </BrowserRouter>
);
