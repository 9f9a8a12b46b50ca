import { assignmentRoutes } from './assignments/routes.ts';
import { authRoutes } from './auth/routes.ts';
import type { Route } from './door/route.ts';
import { enrolRoutes } from './enrol/routes.ts';
import { examRoutes } from './exams/routes.ts';
import { gradeRoutes } from './grades/routes.ts';
import { onlineRoutes } from './online/routes.ts';
import { staffOnlineRoutes } from './online/staff-routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { retakeRoutes } from './retakes/routes.ts';
import { schoolRoutes } from './schools/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { studentRoutes } from './students/routes.ts';
import { studyRoutes } from './study/routes.ts';

/** Every call of the portal, bound to what it does. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...studentRoutes,
  ...enrolRoutes,
  ...examRoutes,
  ...paymentRoutes,
  ...sessionRoutes,
  ...onlineRoutes,
  ...assignmentRoutes,
  ...retakeRoutes,
  ...staffOnlineRoutes,
  ...gradeRoutes,
  ...schoolRoutes,
  ...studyRoutes,
];
