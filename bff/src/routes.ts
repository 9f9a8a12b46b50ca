import { assignmentRoutes } from './assignments/routes.ts';
import { ownAccountRoutes } from './auth/own-account.ts';
import { authRoutes } from './auth/routes.ts';
import { calendarFeedRoutes } from './calendar-feeds/routes.ts';
import { catalogueImportRoutes } from './catalogue/import-routes.ts';
import { officeCatalogueRoutes } from './catalogue/office-routes.ts';
import { cataloguePreviewRoutes } from './catalogue/preview-routes.ts';
import { dataRequestRoutes } from './data-requests/routes.ts';
import { enrolRoutes } from './enrol/routes.ts';
import { examRoutes } from './exams/routes.ts';
import { finderRoutes } from './finder/routes.ts';
import { gradeRoutes } from './grades/routes.ts';
import { historyRoutes } from './history/routes.ts';
import type { Route } from './http/route.ts';
import { waitingRoutes } from './http/waiting-room/routes.ts';
import { studentImportRoutes } from './imports/routes.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { onlineRoutes } from './online/routes.ts';
import { staffOnlineRoutes } from './online/staff-routes.ts';
import { systemCheckRoutes } from './online/system-check.ts';
import { overviewRoutes } from './overview/routes.ts';
import { reconciliationRoutes } from './payments/reconciliation.ts';
import { paymentRoutes } from './payments/routes.ts';
import { transactionRoutes } from './payments/transactions.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { retakeRoutes } from './retakes/routes.ts';
import { savedFilterRoutes } from './saved-filters/routes.ts';
import { schoolOfficeRoutes } from './schools/office-routes.ts';
import { schoolRoutes } from './schools/routes.ts';
import { securityRoutes } from './security/routes.ts';
import { redemptionRoutes } from './seminary/redemption-routes.ts';
import { seminaryRoutes } from './seminary/routes.ts';
import { officeSessionRoutes } from './sessions/office/office-routes.ts';
import { sessionRunRoutes } from './sessions/office/run-routes.ts';
import { registerAndBookRoutes } from './sessions/register-and-book.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { sessionDayRoutes } from './sessions/session-day/day-routes.ts';
import { slipRoutes } from './sessions/session-day/slip-routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { exportLookupRoutes } from './students/export-lookup.ts';
import { studentFileRoutes } from './students/file-routes.ts';
import { studentInfoRoutes } from './students/info-routes.ts';
import { partnerIdRoutes } from './students/partner-id-routes.ts';
import { recordRoutes } from './students/record-routes.ts';
import { studentRoutes } from './students/routes.ts';
import { studyRoutes } from './study/routes.ts';
import { transcriptRoutes } from './transcripts/routes.ts';
import { userRoutes } from './users/routes.ts';
import { waitingListRoutes } from './waiting-list/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Every call of the portal, bound to its handler. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...waitingRoutes,
  ...ownAccountRoutes,
  ...studentRoutes,
  ...recordRoutes,
  ...exportLookupRoutes,
  ...studentInfoRoutes,
  ...studentFileRoutes,
  ...partnerIdRoutes,
  ...studentImportRoutes,
  ...dataRequestRoutes,
  ...historyRoutes,
  ...enrolRoutes,
  ...examRoutes,
  ...paymentRoutes,
  ...transactionRoutes,
  ...receiptRoutes,
  ...sessionRoutes,
  ...officeSessionRoutes,
  ...sessionDayRoutes,
  ...slipRoutes,
  ...sessionRunRoutes,
  ...overviewRoutes,
  ...finderRoutes,
  ...savedFilterRoutes,
  ...calendarFeedRoutes,
  ...reconciliationRoutes,
  ...waitingListRoutes,
  ...webhookRoutes,
  ...officeCatalogueRoutes,
  ...catalogueImportRoutes,
  ...cataloguePreviewRoutes,
  ...registerAndBookRoutes,
  ...onlineRoutes,
  ...assignmentRoutes,
  ...retakeRoutes,
  ...systemCheckRoutes,
  ...staffOnlineRoutes,
  ...reportRoutes,
  ...gradeRoutes,
  ...invoiceRoutes,
  ...schoolRoutes,
  ...schoolOfficeRoutes,
  ...studyRoutes,
  ...seminaryRoutes,
  ...redemptionRoutes,
  ...transcriptRoutes,
  ...userRoutes,
  ...settingsRoutes,
  ...securityRoutes,
];
