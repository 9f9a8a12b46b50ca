/** Paths of the pages that the web app has; the server answers any other path with the app's own 'Page not found' and 404. */
const pagePaths = [
  '/',
  '/login',
  '/forgotPassword',
  '/create/:userId/:token',
  '/reset/:userId/:token',
  '/register/:email/:membershipTypeId/:paramCollegeId/:schoolId?/:schoolName?',
  '/startExam/:key',
  '/packages',
  '/myaccount',
  '/exam-protocol',
  '/study-abroad/:studentId/:programId/:paymentTo',
  '/add-payment-method/:studentId/:programId/:paymentTo',
  '/admin',
  '/admin/login',
  '/adminForgotPassword',
  '/admin/create/:userId/:token',
  '/admin/reset/:userId/:token',
  '/admin/error/:errorCode',
] as const;

const patternOf = (path: string): string => path.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+');
const patterns = pagePaths.map((path) => (path === '/' ? /^\/$/ : new RegExp(`^${patternOf(path)}/?$`, 'i')));

/** Whether the web app has a page at this path. */
export const isPage = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
