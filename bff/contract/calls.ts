import type { CallSpec } from './call.ts';
import * as catalogueImport from './catalogue/catalogue-import.ts';
import * as cataloguePreview from './catalogue/catalogue-preview.ts';
import * as officeCatalogue from './catalogue/office-catalogue.ts';
import * as officeExam from './catalogue/office-exam.ts';
import * as officeMaterial from './catalogue/office-material.ts';
import * as officePackage from './catalogue/office-package.ts';
import * as officePlaces from './catalogue/office-places.ts';
import * as officePrice from './catalogue/office-price.ts';
import * as assignments from './courses/assignments.ts';
import * as exams from './exams/exams.ts';
import * as grades from './exams/grades.ts';
import * as invoices from './exams/invoices.ts';
import * as retakes from './exams/retakes.ts';
import * as finder from './finder/finder.ts';
import * as overview from './overview/overview.ts';
import * as creditHistory from './payments/credit-history.ts';
import * as ownPayments from './payments/own-payments.ts';
import * as receipt from './payments/receipt.ts';
import * as reconciliation from './payments/reconciliation.ts';
import * as transactions from './payments/transactions.ts';
import * as payments from './purchases/payments.ts';
import * as registerAndBook from './purchases/register-and-book.ts';
import * as sessionRuns from './runs/session-runs.ts';
import * as savedFilters from './saved-filters/saved-filters.ts';
import * as schoolOffice from './schools/office.ts';
import * as schools from './schools.ts';
import * as redemption from './seminary/redemption.ts';
import * as seminaryStudents from './seminary/students.ts';
import * as study from './seminary/study.ts';
import * as admissionSlip from './sessions/admission-slip.ts';
import * as calendarFeed from './sessions/calendar-feed.ts';
import * as officeSeries from './sessions/office-series.ts';
import * as officeSessions from './sessions/office-sessions.ts';
import * as online from './sessions/online.ts';
import * as report from './sessions/report.ts';
import * as sessionDay from './sessions/session-day.ts';
import * as sessions from './sessions/sessions.ts';
import * as staffOnline from './sessions/staff-online.ts';
import * as systemCheck from './sessions/system-check.ts';
import * as waitingList from './sessions/waiting-list.ts';
import * as security from './staff/security.ts';
import * as settings from './staff/settings.ts';
import * as users from './staff/users.ts';
import * as auth from './students/auth.ts';
import * as enrol from './students/enrol.ts';
import * as history from './students/history.ts';
import * as lookup from './students/lookup.ts';
import * as myData from './students/my-data.ts';
import * as ownAccount from './students/own-account.ts';
import * as partnerIds from './students/partner-ids.ts';
import * as student from './students/student.ts';
import * as studentFile from './students/student-file.ts';
import * as studentImports from './students/student-imports.ts';
import * as studentInfo from './students/student-info.ts';
import * as transcripts from './students/transcripts.ts';
import * as waiting from './students/waiting.ts';
import * as webhooks from './webhooks.ts';

const areas = {
  auth,
  waiting,
  ownAccount,
  student,
  lookup,
  studentInfo,
  studentFile,
  partnerIds,
  studentImports,
  myData,
  history,
  enrol,
  exams,
  payments,
  transactions,
  receipt,
  ownPayments,
  creditHistory,
  sessions,
  calendarFeed,
  reconciliation,
  webhooks,
  officeCatalogue,
  catalogueImport,
  cataloguePreview,
  officeMaterial,
  officeExam,
  officePackage,
  officePrice,
  officePlaces,
  officeSeries,
  officeSessions,
  sessionDay,
  admissionSlip,
  sessionRuns,
  waitingList,
  overview,
  finder,
  savedFilters,
  registerAndBook,
  online,
  assignments,
  schools,
  schoolOffice,
  retakes,
  systemCheck,
  staffOnline,
  report,
  grades,
  invoices,
  study,
  seminaryStudents,
  redemption,
  transcripts,
  users,
  settings,
  security,
} as const;
export type Area = keyof typeof areas;

type CallsIn<Exported> = {
  [Name in keyof Exported as Exported[Name] extends CallSpec ? Name : never]: Exported[Name];
};
type Joined<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
/** Every call of the contract by its name, as types: for who must not load the schemas. */
export type Contract = Joined<{ [Name in Area]: CallsIn<(typeof areas)[Name]> }[Area]>;

const isCall = (value: unknown): value is CallSpec =>
  typeof value === 'object' && value !== null && 'path' in value && 'permission' in value;

/** Every call of the contract, with its name and its area. */
export const calls: readonly { name: string; area: Area; call: CallSpec }[] = Object.entries(
  areas,
).flatMap(([area, exported]) =>
  Object.entries(exported).flatMap(([name, value]) =>
    isCall(value) ? [{ name, area: area as Area, call: value }] : [],
  ),
);
