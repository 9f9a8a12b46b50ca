import { type Contract, calls } from '../calls.ts';
import { deriveExample } from './derive-example.ts';
import { nothing, type Things } from './example-things.ts';

type Example = (things: Things) => Readonly<Record<string, unknown>>;

/** Of an exam that staff change for a student. */
const ofStaff: Example = () => ({ student_id: 2_000_000_000 });
const bulkOrder: Example = ({ examId, ccId }) => ({
  studentInfos: [{ studentId: 2_000_000_000, exams: [{ examId }], ccId, amount: 1 }],
});
const historyPage: Example = () => ({ before: '2026-11-22T20:30:00.000Z,payments,881' });
const examPapers = (name: string, text: string, type = '') => ({
  exam_papers_file: new File([text], name, { type }),
});

/**
 * Fields whose example does not follow from the schemas: of formats and combinations that only the
 * call knows, or so that a case of a test changes nothing.
 */
const own: { readonly [Name in keyof Contract]?: Example } = {
  endSignIns: () => ({ id: 'x'.repeat(43) }),
  verifyRecaptcha: () => ({ recaptchaToken: 'fail' }),
  getStudentInfo: () => ({ student_id: undefined, studentId: undefined }),
  studentHistory: historyPage,
  officeHistory: historyPage,
  getOwnPayments: () => ({ before: '1795446600000,0,881' }),
  // another student has them, so nothing is changed
  editStudent: () => ({ dob: '2004-04-15', last4ssn: '4321', ssn: '4321' }),
  // another number would become the student's
  savePartnerIds: () => ({
    talId: undefined,
    cccId: undefined,
    ttiId: undefined,
    maspedId: 'M-100',
  }),
  saveAccommodation: () => ({
    version: 1,
    percent: undefined, // one of the two
    minutes: 30,
    document: new File(['%PDF-1.7'], 'letter.pdf', { type: 'application/pdf' }),
  }),
  setBar: () => ({ lift: true }),
  uploadStudents: () => ({
    schoolId: 2_000_000_000,
    students_file: new File(['Last name,First name\nLevi,Dana\n'], 'students.csv'),
  }),

  saveFilter: () => ({ sharedWith: [] }),
  saveWebhook: () => ({ url: 'https://example.com/hooks' }),
  redeliverWebhook: () => ({ test: true, deliveryId: undefined, since: undefined }),
  getCalendarFeed: () => ({ locationId: undefined }),
  // another action makes a feed
  changeCalendarFeed: () => ({ action: 'renew' }),
  copyTerm: () => ({ fromStart: '2026-11-01', fromEnd: '2026-11-30', toStart: '2099-11-01' }),
  addOfficeSession: () => ({
    sessionType: '23',
    shipDate: '2099-11-20',
    returnDueDate: '2099-12-20',
    lastDate: '2099-12-10',
    locationId: undefined,
    schoolId: undefined,
    rooms: undefined,
  }),
  addOfficeSeries: () => ({
    template: {
      sessionType: '21',
      testSessionTime: '09:30',
      locationId: 13,
      gender: '3',
      seats: 10,
      draft: true,
    },
    startDate: '2099-12-01',
    endDate: '2099-12-31',
    weekdays: [3],
    exceptions: [{ date: '2099-12-09', action: 'skip' }],
  }),
  getOfficeRun: () => ({ runId: 'students-00000000-0000-7000-8000-000000000000' }),
  getChart: () => ({ key: 'vendors', per: undefined, schoolId: undefined }),
  getReconciliation: () => ({ date: undefined }),
  mendDifference: () => ({ amount: undefined }),

  cataloguePreview: () => ({ packageId: undefined, student_id: undefined }),
  importCatalogue: () => ({
    dryRun: 'false',
    catalogue_file: new File(['id,vendor,secularNumber\n101,TAL,X\n'], 'exams.csv'),
  }),
  saveMaterial: () => ({ fileType: 'StudyGuide', url: 'https://materials.test/guide.pdf' }),
  // of a version that never was
  savePackage: () => ({
    id: 1,
    version: 0,
    purchasePrice: undefined,
    proctorFeePrice: undefined,
  }),
  saveLocation: () => ({
    id: 13,
    version: 0,
    rooms: [{ name: 'Hall', capacity: 24, special: false, active: true }],
  }),
  // of an exam that does not exist; another price would be set
  setPrice: () => ({ kind: 'additional_charge', withdraw: undefined }),

  uploadCoopersmithAssignment: () => ({ assignment: new File(['An essay.'], 'essay.txt') }),
  makeVendorApprovedExamRetakeRegistration: ofStaff,
  changeExamToCourse: ofStaff,
  payRetakeFeeAndRegisterWithPaymentProfile: ofStaff,
  payRetakeFeeAndRegisterWithNewPaymentProfile: ofStaff,
  getExamRegistrations: () => ({
    sessionTypeId: 22,
    sessionTypeValueId: 0,
    packageTypesId: null,
    schoolCohort: 'NULL',
  }),
  uploadTalInvoice: () => ({
    tal_invoice: new File(['invoice_number\n10233\n'], 'invoice.csv'),
  }),
  uploadPaperExams: () => examPapers('batch.csv', 'registration_id\n2000000002\n'),
  uploadSeminaryStudentTest: () => examPapers('paper.pdf', '%PDF-1.7\n%%EOF\n', 'application/pdf'),

  quoteRegisterAndSchedule: bulkOrder,
  payRegisterAndSchedule: bulkOrder,
  recordSchoolPayment: () => ({ schoolId: 2_000_000_000 }),
  submitSchoolPayment: () => ({ schoolId: 2_000_000_000 }),
  // a student of the demo data has them, so nothing is added
  addSeminaryStudent: () => ({ ssn: '4000', dob: '2005-01-15' }),

  // taken
  createUser: () => ({ loginName: 'techsupport' }),
  addSecondFactor: () => ({ kind: 'totp', password: 'Wrong4Me!' }),
  saveSettings: () => ({ twoFactorRoles: [] }),
};

const byName = new Map(calls.map(({ name, call }) => [name, call]));

/** Returns a well-formed input of a call by its name, with every field that it takes. */
export function exampleOf(
  name: string,
  things: Things = nothing,
): Readonly<Record<string, unknown>> {
  const call = byName.get(name);
  if (!call) throw new Error(`no call ${name}`);
  return { ...deriveExample(call, things), ...own[name as keyof Contract]?.(things) };
}
