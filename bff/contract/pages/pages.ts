/**
 * Paths of the pages that the web app has; the server answers any other path with the app's own
 * 'Page not found' and 404.
 */
const pagePaths = [
  '/',
  '/login',
  '/forgotPassword',
  '/create/:userId/:token',
  '/reset/:userId/:token',
  '/email/:userId/:token',
  '/register/:email/:membershipTypeId/:paramCollegeId/:schoolId?/:schoolName?',
  '/startExam/:key',
  '/study-material/:materialId',
  '/admission/:registrationId',
  '/packages',
  '/myaccount',
  '/exam-protocol',
  '/system-check',
  '/study-abroad/:studentId/:programId/:paymentTo',
  '/add-payment-method/:studentId/:programId/:paymentTo',
  '/study-abroad-refund/:studentId/:programId/:studentProgramId',
  '/study-abroad-second-payment/:studentId/:programId/:paymentTo',
  '/admin',
  '/admin/overview',
  '/admin/overview/registrations',
  '/admin/overview/payments',
  '/admin/overview/waiting',
  '/admin/student-lookup',
  '/admin/import-students',
  '/admin/upload-batch',
  '/admin/upload-tal-invoice',
  '/admin/study-materials',
  '/admin/seminary-students',
  '/admin/upload-seminary-test',
  '/admin/users',
  '/admin/webhooks',
  '/admin/data-requests',
  '/admin/settings',
  '/admin/security',
  '/admin/super-admins',
  '/admin/non-member-invite',
  '/admin/profile/:studentId',
  '/admin/student/:studentId',
  '/admin/packages/:studentId/:ttiStudentId?',
  '/admin/transcripts-request/:studentId/:ttiStudentId?',
  '/admin/history/:studentId',
  '/admin/activity',
  '/admin/calendar',
  '/admin/session/:id',
  '/admin/waiting-list',
  '/admin/session/:id/check-in',
  '/admin/catalogue',
  '/admin/catalogue/import',
  '/admin/payments',
  '/admin/payments/:date/:account',
  '/admin/receipt/:studentId',
  '/admin/myAccount/:studentId',
  '/admin/studentinfo/:studentId',
  '/admin/seminaryStudentRedemption/:studentId',
  '/admin/adminSupport',
  '/admin/schools',
  '/admin/school-manage-students',
  '/admin/school-account',
  '/admin/school-registrations-report',
  '/admin/registrations-report',
  '/admin/login',
  '/adminForgotPassword',
  '/admin/create/:userId/:token',
  '/admin/reset/:userId/:token',
  '/admin/error/:errorCode',
] as const;

/**
 * Pages whose address is a secret, or holds one: links of mails. No other site may receive it, not
 * even as the referrer.
 */
const secretPages = /^\/(?:admin\/)?(?:create|reset|email|register|startExam)\//i;
export const isSecretPage = (path: string): boolean => secretPages.test(path);

/** Pages that scan slips: they may use the camera, and nothing else. O-04 */
export const isCheckIn = (path: string): boolean =>
  /^\/admin\/session\/\d+\/check-in\/?$/i.test(path);

/** The page that tries the camera and the microphone; no other one may ask for both. */
export const isSystemCheck = (path: string): boolean => /^\/system-check\/?$/i.test(path);

const patternOf = (path: string): string =>
  path.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+');
const patterns = pagePaths.map((path) =>
  path === '/' ? /^\/$/ : new RegExp(`^${patternOf(path)}/?$`, 'i'),
);

/** Whether the web app has a page at this path. */
export const isPage = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
