import type { Contract } from '@portal/contract/calls';
import { newYorkDay } from '@portal/contract/days';
import type { NewCardFields } from '@portal/contract/payments/cards';
import { DEMO_COHORT } from '../../people/schools.ts';

/** The name of every call of the contract. */
export type CallName = keyof Contract;

/** Things that a call may name. */
export interface Things {
  readonly examId: number;
  readonly registrationId: number;
  readonly sessionId: number;
  readonly packageId: number;
  readonly ccId: string;
}

/** Ids that nobody has. */
export const nothing: Things = {
  examId: 2_000_000_001,
  registrationId: 2_000_000_002,
  sessionId: 2_000_000_003,
  packageId: 2_000_000_004,
  ccId: '9999999999',
};

/** Receipts are of years of New York, which begin some hours later. */
const yearInNewYork = () => Number(newYorkDay(new Date()).slice(0, 4));

/** A card whose token the processor never gave. */
const card: NewCardFields = {
  acceptPaymentDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  acceptPaymentValue: 'bm90IGEgdG9rZW4',
  ccLast4: '1111',
  ccExpMonth: 12,
  ccExpYear: new Date().getFullYear() + 3,
  billingZipCode: '11230',
  cardholderName: 'Dana Levi',
  cardType: 'Visa',
};

/** A form of a seminary student with every field. */
const seminarian = {
  firstName: 'Edna',
  lastName: 'Example',
  email: 'nobody@student.test',
  phone: '718-555-0100',
  // somebody of the demo data has them, so nothing is added
  ssn: '4000',
  dob: '2005-01-15',
  address: '12 Barley Street',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11230',
  country: 'United States',
  seminaryId: 1,
  seminaryYear: 2026,
  semEmail: 'office@seminary.test',
  semPhone: '02-555-0100',
};

/** A form with every field, by each of its names. */
const person = {
  firstName: 'Edna',
  lastName: 'Example',
  maidenName: 'Nee',
  dob: '1999-02-28',
  last4ssn: '0000',
  ssn: '0000',
  gender: '2',
  email: 'nobody@student.test',
  cellphone: '718-555-0100',
  phone: '718-555-0100',
  address: '12 Barley Street',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11230',
  country: 'United States',
  collegeId: 234,
  college: 234,
  membershipTypeId: 2,
  membershipType: 2,
  schoolId: 151,
  school: 151,
  cohort: DEMO_COHORT,
  accommodations: 'More time',
  accommodationsApprovedBy: 'Dr Gold',
  approvedBy: 'Dr Gold',
  password: 'Right4Tests!',
  isForSchool: false,
  isRegularAddEditStudent: true,
  isRegularAdd: true,
  confirmDoubleSsnDob: false,
  seminaryStudentId: 1,
  invitation: 'not-an-invitation',
};

const {
  password: _password,
  invitation: _invitation,
  seminaryStudentId: _link,
  ...editedPerson
} = person;

const bulkOrder = ({ examId, sessionId, ccId }: Things) => ({
  session: { testSessionId: sessionId },
  schoolId: 151,
  sendStudyMaterials: true,
  studentInfos: [{ studentId: 2_000_000_000, exams: [{ examId }], ccId, amount: 1 }],
});

const atTti = { ttiStudentId: 'nobody-at-all', programId: 2_000_000_000 };
const studyCard = { ...card, paymentType: 'CC', isAuthNet: true, name: 'Dana Levi' };

/** An upload that is not only looked at. */
const looking = { preview: 'false', previewed: 'nothing-that-was-shown' };
const identity = { dob: '1999-02-28', ssn: '0000' };
const newPassword = { password: 'Right4Tests!', type: 'create', token: 'not-a-token' };

/** A well-formed input of every call, with every field that it takes. */
export const examples: Readonly<
  Record<CallName, (things: Things) => Readonly<Record<string, unknown>>>
> = {
  adminLogin: () => ({ loginName: 'nobody.at.all', password: 'Right4Tests!' }),
  adminLogout: () => ({}),
  checkStudentId: () => identity,
  register: () => ({ ...identity, email: 'nobody@student.test' }),
  login: () => ({ email: 'nobody@student.test', password: 'Right4Tests!' }),
  waitInLine: () => ({}),
  logout: () => ({}),
  confirmToken: () => ({ studentId: 2_000_000_000, token: 'not-a-token' }),
  resetPassword: () => ({ studentId: 2_000_000_000, ...newPassword, ...identity }),
  releaseAddress: () => ({ studentId: 2_000_000_000, token: 'not-a-token' }),
  forgotPasswordRequest: () => ({ email: 'nobody@student.test' }),
  adminConfirmToken: () => ({ userId: 2_000_000_000, token: 'not-a-token' }),
  adminForgotPasswordRequest: () => ({ email: 'nobody@staff.test' }),
  getSignIns: () => ({}),
  endSignIns: () => ({ id: 'x'.repeat(43) }),
  saveLanguage: () => ({ language: 'en' }),
  requestEmailChange: () => ({ currentPassword: 'Wrong4me!', email: 'other@student.test' }),
  confirmEmailChange: () => ({ studentId: 1, token: 'no-such-token' }),
  changePassword: () => ({ currentPassword: 'Wrong4Tests!', password: 'Right4Tests!' }),
  adminResetPassword: () => ({ userId: 2_000_000_000, ...newPassword }),

  getCreditsInfo: () => ({}),
  emailStudyMaterials: ({ examId }) => ({ examId }),
  getStudentInfo: () => ({ isTtiMember: false }),
  findStudent: () => ({
    firstName: 'Edna',
    lastName: 'Example',
    ssn: '0000',
    dob: '1999-02-28',
    email: 'nobody@student.test',
    ttiStudentId: 'nobody-at-all',
    jseStudentId: '', // who fills it in has to be of tech support
    sort: 'name',
    descending: false,
    offset: 0,
    limit: 10,
  }),
  suggestStudents: () => ({ query: 'Edna Example', ids: [2_000_000_000] }),
  findStudentByJseId: () => ({ jseId: 'nobody-at-all' }),
  getStudent: () => ({
    studentId: 2_000_000_000,
    student_id: 2_000_000_000,
    isTtiMember: false,
    ttiStudentId: 'nobody-at-all',
  }),
  findStudentExams: () => ({ jseId: 'nobody-at-all' }),
  getReceipt: () => ({ year: yearInNewYork() }),
  getCreditHistory: () => ({}),
  getOwnPayments: () => ({ limit: 5, before: '1795446600000,0,881' }),
  getOwnReceipt: () => ({ year: yearInNewYork() }),
  getPaymentReceipt: () => ({ paymentId: 2_000_000_000 }),
  requestTALTranscript: () => ({ studentId: 2_000_000_000, pendingOverride: false }),
  addTranscriptRequest: () => ({ studentId: 2_000_000_000, vendorId: 3 }),
  adminGetStudentInfo: () => ({ studentId: 2_000_000_000 }),
  studentHistory: () => ({
    before: '2026-11-22T20:30:00.000Z,payments,881',
    kind: 'payments',
    who: 'staff',
    from: '2026-11-01',
    to: '2026-11-22',
  }),
  officeHistory: () => ({
    before: '2026-11-22T20:30:00.000Z,payments,881',
    kind: 'payments',
    who: 'staff',
    from: '2026-11-01',
    to: '2026-11-22',
    loginName: 'admin',
  }),

  addStudent: () => person,
  studentAdd: () => person,
  editStudent: () => ({
    ...editedPerson,
    // somebody else has them, so nothing is changed
    dob: '2004-04-15',
    last4ssn: '4321',
    ssn: '4321',
    emailUnlocked: false,
  }),
  verifyRecaptcha: () => ({ recaptchaToken: 'fail' }),
  emailAddStudentLinkToNonMember: () => ({
    firstName: 'Edna',
    email: 'nobody@student.test',
    collegeId: 234,
    seminaryStudentId: 1,
  }),
  getInfoForAddStudent: () => ({}),
  getColleges: () => ({}),

  getAllActiveExams: () => ({}),
  getAllSeminaryTestingExams: () => ({}),
  getAllActiveExamsWithRegistrationDetails: () => ({}),
  getAllExamsWithStudyMaterial: () => ({}),
  openStudyMaterial: () => ({ materialId: 2_000_000_007, format: 'json' }),
  getStudyMaterials: () => ({}),
  updateAndGetStudyMaterials: () => ({}),
  getAllExamsAccordingStudent: () => ({}),
  onlineExamRegistration: ({ examId }) => ({ examId }),
  cancelExamRegistration: ({ registrationId }) => ({
    registrationId,
    adminCancelReason: 2,
    schoolId: 151,
    isSchoolRegistration: false,
  }),

  purchasePackage: ({ packageId }) => ({ packageId }),
  purchasePackageWithProfile: ({ packageId, ccId }) => ({ packageId, ccId, amount: 1 }),
  purchasePackageWithNewProfile: ({ packageId }) => ({ packageId, amount: 1, ...card }),
  purchaseCredits: () => ({ numberOfCredits: 1, amount: 1, ...card }),
  purchaseCreditsWithProfile: ({ ccId }) => ({ numberOfCredits: 1, ccId, amount: 1 }),
  getPaymentMethods: () => ({}),
  submitPaymentAndGetExam: ({ examId, ccId }) => ({ examId, ccId, numberOfCredits: 1, amount: 1 }),
  purchasePackageAndRegister: ({ examId }) => ({ examId, numberOfCredits: 1, amount: 1, ...card }),
  payProctorFee: ({ examId, registrationId, sessionId }) => ({
    examId,
    registrationId,
    sessionId,
    proctorFee: 15,
    amount: 15,
    ...card,
  }),
  payProctorFeeWithPaymentProfile: ({ examId, registrationId, sessionId, ccId }) => ({
    examId,
    registrationId,
    sessionId,
    proctorFee: 15,
    amount: 15,
    ccId,
  }),
  saveCreditCard: () => card,
  removePaymentMethod: ({ ccId }) => ({ ccId }),
  setDefaultPaymentMethod: ({ ccId }) => ({ ccId }),
  refundPackage: ({ packageId }) => ({ packageId, withoutChargingProctorFee: false }),
  chargeRefund: () => ({ chargeId: 2_000_000_006, refundAmt: 1, student_id: 2_000_000_000 }),
  getPackagesTypesToDisplay: () => ({}),
  getAdminOnlyPackages: () => ({}),
  getSpecialPackageTypes: () => ({}),
  getActiveLocations: () => ({}),

  getAllActiveLocations: () => ({}),
  getLastActiveLocation: () => ({}),
  scheduleSessionForRegistration: ({ registrationId, sessionId }) => ({
    registrationId,
    sessionId,
  }),
  registerAndBook: ({ examId, sessionId }) => ({
    examId,
    sessionId,
    numberOfCredits: 1,
    amount: 16,
    ...card,
  }),
  registerAndBookWithProfile: ({ examId, sessionId, ccId }) => ({
    examId,
    sessionId,
    ccId,
    numberOfCredits: 1,
    amount: 16,
  }),
  cancelSession: ({ registrationId }) => ({ registrationId, adminCancelReason: 2 }),
  getOpenBranches: () => ({ minutes: 120 }),
  getCalendarFeed: () => ({}),
  find: () => ({ q: 'Edna Example' }),
  noteOpened: () => ({ kind: 'student', id: 2_000_000_000 }),
  getFilters: () => ({ table: 'users' }),
  saveFilter: () => ({
    ...{ filterId: 2_000_000_000, table: 'users', name: 'Mine', query: { search: 'rivka' } },
    ...{ sharedWith: [], remove: false },
  }),
  getWebhooks: () => ({}),
  saveWebhook: () => ({
    webhookId: 2_000_000_000,
    url: 'https://example.com/hooks',
    events: ['registration.created'],
    active: true,
    ...{ description: 'Ours', rotateSecret: false, remove: false },
  }),
  getWebhookDeliveries: () => ({ webhookId: 2_000_000_000 }),
  redeliverWebhook: () => ({
    ...{ webhookId: 2_000_000_000, test: true, deliveryId: undefined, since: undefined },
  }),
  changeCalendarFeed: () => ({ action: 'renew', locationId: 13 }),
  setSessionAlert: () => ({ locationId: 13, wanted: false }),
  getWaitingList: () => ({}),
  joinWaitingList: ({ registrationId, sessionId }) => ({
    registrationId,
    testSessionId: sessionId,
  }),
  leaveWaitingList: () => ({ waitingId: 2_000_000_000 }),
  answerWaitingOffer: () => ({ waitingId: 2_000_000_000, answer: 'decline' }),
  listWaiting: ({ sessionId }) => ({
    ...{ testSessionId: sessionId, studentId: 2101, locationId: 13 },
    ...{ state: 'waiting', page: 1, pageSize: 20 },
  }),
  changeWaiting: () => ({
    ...{ waitingId: 2_000_000_000, action: 'move', position: 1, reason: 'By phone' },
  }),
  getOpenedSessions: () => ({ locationId: 13 }),
  getSession: ({ sessionId }) => ({ sessionId }),
  getOotSessionInfo: ({ sessionId }) => ({ sessionId }),
  getSchoolSessions: () => ({ schoolId: 151 }),
  changeRegistrationToOnline: ({ registrationId }) => ({ registrationId, adminCancelReason: 5 }),
  getSessionsByStudentId: () => ({}),
  getOverview: () => ({}),
  getWaiting: () => ({ queue: 'mails_refused' }),
  getChart: () => ({
    ...{ key: 'vendors', from: '2026-11-01', to: '2026-11-22', by: 'week' },
    ...{ locationId: 13, vendorId: 1 },
  }),
  getCountedRegistrations: () => ({
    ...{ by: 'made', from: '2026-11-01', to: '2026-11-22' },
    ...{ locationId: 13, vendorId: 1, page: 1, pageSize: 20 },
  }),
  getMoneyEntries: () => ({
    ...{ from: '2026-11-01', to: '2026-11-22', kind: 'refunded', page: 1, pageSize: 20 },
  }),
  getOfficeSessions: () => ({ from: '2026-11-01', to: '2026-11-30', perDay: 8 }),
  getOfficeSession: ({ sessionId }) => ({ testSessionId: sessionId }),
  getMyData: () => ({ requestId: 'a3b0f6f2-7e1c-4c7e-9d5a-0123456789ab', format: 'json' }),
  requestMyData: () => ({ reason: 'Asked for by letter' }),
  blankStudent: () => ({
    ...{ reason: 'Asked for by letter', forfeitCredits: false, confirmName: 'Nobody At All' },
    // each case would remove somebody's data otherwise
    ...{ dryRun: true, withdraw: false },
  }),
  getDataRequests: () => ({ page: 1, pageSize: 20 }),
  getStudentFile: () => ({}),
  // of nobody: each case would write a note otherwise
  saveNote: () => ({ noteId: 2_000_000_010, text: 'Called', pinned: false, strike: false }),
  saveAccommodation: () => ({
    ...{ accommodationId: 2_000_000_012, version: 1, kind: 'extra_time' },
    ...{
      // one of the two
      percent: undefined,
      minutes: 30,
      text: 'Letter of Dr Gold',
      validFrom: '2026-09-01',
      validUntil: '2027-06-30',
    },
    document: new File(['%PDF-1.7'], 'letter.pdf', { type: 'application/pdf' }),
  }),
  decideAccommodation: () => ({
    ...{ accommodationId: 2_000_000_012, version: 1, decision: 'end', reason: 'Term is over' },
    dryRun: true,
  }),
  accommodationDocument: () => ({ accommodationId: 2_000_000_012 }),
  // of nobody: each case would bar the student otherwise
  setBar: () => ({
    ...{ levels: ['buying'], until: '2030-01-31', reason: 'Unpaid' },
    ...{ barId: 2_000_000_011, lift: true },
  }),
  // a dry run: each case would make a session otherwise
  addOfficeSession: () => ({
    ...{ sessionType: '23', date: '2099-12-01', testSessionTime: '09:30', gender: '3' },
    ...{ address: '1 Main Street', title: 'Shipped', seats: 10, limitTo1Test: false },
    ...{ proctor: 'Ada', closingDate: '2099-11-30', closingTime: '12:00', remark: 'By mail' },
    ...{ shipDate: '2099-11-20', returnDueDate: '2099-12-20', lastDate: '2099-12-10' },
    ...{ locationId: undefined, schoolId: undefined, rooms: undefined },
    ...{ draft: true, confirmDay: true, dryRun: true },
  }),
  addOfficeSeries: () => ({
    template: {
      ...{ sessionType: '21', testSessionTime: '09:30', locationId: 13, gender: '3', seats: 10 },
      draft: true,
    },
    ...{ startDate: '2099-12-01', endDate: '2099-12-31', weekdays: [3], everyWeeks: 2 },
    ...{ skip: ['federal'], exceptions: [{ date: '2099-12-09', action: 'skip' }], dryRun: true },
  }),
  copyTerm: () => ({
    ...{ fromStart: '2026-11-01', fromEnd: '2026-11-30', toStart: '2099-11-01', locationId: 13 },
    ...{ skip: ['eve'], asDraft: true, dryRun: true },
  }),
  changeOfficeSession: ({ sessionId }) => ({
    ...{ testSessionId: sessionId, version: 2_147_483_647, seats: 10, gender: '3' },
    ...{ limitTo1Test: false, proctor: 'Ada', title: 'Finals', remark: 'key at the desk' },
    ...{ closingDate: '2099-11-30', closingTime: '12:00', date: '2099-12-01' },
    ...{ testSessionTime: '09:30', locationId: 13, confirmDay: true, rooms: undefined },
  }),
  moveOfficeSession: ({ sessionId }) => ({
    ...{ testSessionId: sessionId, version: 2_147_483_647, date: '2099-12-01' },
    ...{ testSessionTime: '09:30', locationId: 13, closingDate: '2099-11-30', message: 'Sorry' },
    ...{ confirmDay: true, dryRun: true, previewHash: 'abc', rooms: undefined },
  }),
  callOffOfficeSession: ({ sessionId }) => ({
    ...{ testSessionId: sessionId, version: 2_147_483_647, proctorFees: 'refund' },
    ...{ message: 'Sorry', dryRun: true, previewHash: 'abc' },
  }),
  getReconciliation: () => ({ from: '2020-01-01', to: '2020-01-03', account: 'TTI' }),
  // of a difference and a day that are not there
  reconcileDay: () => ({ date: '2099-01-01', account: 'TTI' }),
  mendDifference: () => ({
    ...{ differenceId: 2_000_000_005, action: 'explain', comment: 'Looked at' },
    amount: undefined,
  }),
  signSettledDay: () => ({ date: '2020-01-02', account: 'TTI', comment: 'All is well' }),
  getOfficeRun: () => ({ runId: 'students-00000000-0000-7000-8000-000000000000' }),
  getSessionDay: ({ sessionId }) => ({ testSessionId: sessionId, format: 'json' }),
  setAttendance: ({ sessionId }) => ({
    testSessionId: sessionId,
    students: [
      { studentId: 2_000_000_000, attendance: 'left_early', at: '2026-11-10T15:00:00.000Z' },
    ],
  }),
  addWalkIn: ({ sessionId, registrationId }) => ({
    ...{ testSessionId: sessionId, registrationId, overrideRoom: false },
    studentId: 2_000_000_000,
  }),
  checkIn: ({ sessionId }) => ({ testSessionId: sessionId, code: 'no slip' }),
  getAdmissionSlip: ({ registrationId }) => ({ registrationId, format: 'json' }),
  setSessionState: ({ sessionId }) => ({
    sessions: [{ testSessionId: sessionId, version: 0 }],
    action: 'close',
  }),

  getCatalogue: () => ({ part: 'exams', retired: 'true', format: 'json' }),
  // of a version that never was: each case would add an exam otherwise
  saveExam: ({ examId }) => ({
    ...{ id: examId, version: 0, subject: 'Algebra', vendorId: 1, secularNumber: 'ALG-1' },
    ...{ alt1: 'a', alt2: 'b', alt3: 'c', credits: 3, durationMinutes: 90, onlineOnly: false },
    ...{ paperOnly: false, assignments: false, allowedResources: 'Pencil', contentCode: 'C' },
    ...{ programContentCode: 'P', examProctorCode: 'R', alternateCourseVersion: 1 },
    ...{ phonesystemActive: true, requiredExamIds: [2], seminaryTesting: false },
  }),
  // of a version that never was, as above
  savePackage: () => ({
    ...{ id: 1, version: 0, number_of_credits: 6, is_default: false, display_name: 'Six' },
    ...{ description: 'For a start', internal_comment: 'Ask first', no_additional_fees: false },
    ...{ is_special_program: false, seminary_study_tti_program_id: 1, year: 2026 },
    ...{ exams_allowed: [101], vendors_allowed: '1,4', admin_only: false },
    ...{ purchasePrice: undefined, proctorFeePrice: undefined },
  }),
  // of an exam that is not there
  setPrice: () => ({
    ...{ kind: 'additional_charge', refId: 2_000_000_000, amount: 50, validFrom: 'now' },
    ...{ reason: 'Grading', withdraw: undefined },
  }),
  // of one that is not there, and of a version that never was
  saveVendor: () => ({ id: 2_000_000_000, name: 'NEW', fullname: 'A new vendor' }),
  saveLocation: () => ({
    ...{ id: 13, version: 0, name: 'Brooklyn', address: '1 Main Street', city: 'Brooklyn' },
    ...{ phone: '718-555-0113', adminOnly: false, byAppointment: false, israel: false },
    ...{ closesAt: '22:30', seminaryStudyProgramIds: [1] },
    rooms: [{ name: 'Hall', capacity: 24, special: false, active: true }],
  }),
  cataloguePreview: ({ examId }) => ({ examId }),
  // of one that is not there: each case would add a material otherwise
  saveMaterial: ({ examId }) => ({
    ...{ id: '2000000014', examId: String(examId), fileType: 'StudyGuide' },
    ...{ displayTitle: 'Guide', url: 'https://materials.test/guide.pdf' },
  }),
  // of imports that never were: each case would add students otherwise
  uploadStudents: () => ({
    schoolId: '2000000000',
    students_file: new File(['Last name,First name\nLevi,Dana\n'], 'students.csv'),
  }),
  previewStudents: () => ({
    ...{ importId: 'nothing', mapping: { lastName: 'Last name' }, dateOrder: 'MDY' },
    defaults: { gender: '2', cohort: DEMO_COHORT, country: 'Israel' },
    ...{ what: 'add', page: 1, pageSize: 50 },
  }),
  importStudents: () => ({
    ...{ importId: 'nothing', previewHash: 'nothing-that-was-shown' },
    choices: [{ row: 2, choice: 'skip' }],
  }),
  undoImport: () => ({ importId: 'nothing', dryRun: true }),
  getImports: () => ({}),
  exportLookup: () => ({
    ...{ firstName: 'Nobody', lastName: 'At all', ssn: '0000', dob: '1999-02-28' },
    ...{ email: 'nobody@student.test', ttiStudentId: 'x', jseStudentId: undefined },
    ...{ sort: 'name', descending: false },
  }),
  importCatalogue: () => ({
    ...{ part: 'exams', dryRun: 'false', previewHash: 'nothing-that-was-shown' },
    catalogue_file: new File(['id,vendor,secularNumber\n101,TAL,X\n'], 'exams.csv'),
  }),
  retireFromCatalogue: ({ examId }) => ({ part: 'exams', id: examId, version: 0, active: true }),

  startExam: ({ examId, registrationId }) => ({ studentId: 2_000_000_000, examId, registrationId }),
  addStudentExamToProctor: ({ examId, registrationId }) => ({ examId, registrationId }),
  addExamForStudent: ({ examId, registrationId }) => ({ examId, registrationId }),
  startExamProgram: ({ examId, registrationId }) => ({ examId, registrationId }),
  getSystemCheck: () => ({}),
  saveSystemCheck: () => ({
    browser: null,
    camera: 'refused',
    microphone: null,
    network: 'slow',
    screen: null,
  }),
  setProctorReserved: ({ registrationId }) => ({ registrationId }),
  checkProgramCompleted: ({ registrationId }) => ({ regId: registrationId }),
  checkOnlineAccess: ({ registrationId }) => ({ regId: registrationId }),
  reportProctoring: () => ({
    eventId: 'an-event',
    proctorUuid: 'a-booking',
    kind: 'let_in',
    at: '2026-11-21T12:00:00Z',
    comment: 'Late',
  }),
  reportExamPlatform: ({ registrationId }) => ({
    eventId: 'an-event',
    registrationId,
    kind: 'exam_completed',
    at: '2026-11-21T12:00:00Z',
  }),

  getCoopersmithAssignments: ({ registrationId, examId }) => ({ registrationId, examId }),
  getStudentCccId: ({ examId }) => ({ examId }),
  uploadCoopersmithAssignment: ({ registrationId }) => ({
    regId: registrationId,
    studentAssignmentId: 2_000_000_005,
    assignment: new File(['An essay.'], 'essay.txt'),
  }),

  makeVendorApprovedExamRetakeRegistration: ({ examId }) => ({ examId, student_id: 2_000_000_000 }),
  getRetakeFee: () => ({}),
  payRetakeFeeAndRegisterWithPaymentProfile: ({ examId, ccId }) => ({
    examId,
    ccId,
    amount: 60,
    student_id: 2_000_000_000,
  }),
  payRetakeFeeAndRegisterWithNewPaymentProfile: ({ examId }) => ({
    examId,
    amount: 60,
    student_id: 2_000_000_000,
    ...card,
  }),
  changeExamToCourse: ({ examId }) => ({ examId, student_id: 2_000_000_000 }),
  setOnlineExamTakenOverride: ({ registrationId }) => ({ registrationId }),
  setOnlineAccess: ({ registrationId }) => ({ registrationId }),
  resetOnlineExamCompleted: ({ registrationId }) => ({ registrationId }),
  getExamRegistrations: () => ({
    dateType: 1,
    startDate: '2026-01-01',
    endDate: '12/31/2026',
    sessionTypeId: 22,
    sessionTypeValueId: 0,
    vendorId: 'all',
    examId: '12',
    packageTypesId: null,
    schoolId: 151,
    schoolCohort: 'NULL',
    format: 'xlsx',
  }),
  uploadTalInvoice: () => ({
    ...looking,
    tal_invoice: new File(['invoice_number\n10233\n'], 'invoice.csv'),
  }),
  uploadPaperExams: () => ({
    ...looking,
    exam_papers_file: new File(['registration_id\n2000000002\n'], 'batch.csv'),
  }),

  quoteRegisterAndSchedule: bulkOrder,
  payRegisterAndSchedule: bulkOrder,
  bulkRegistrationRun: () => ({ runId: 2_000_000_006 }),

  getSchools: () => ({}),
  getActiveSchools: () => ({}),
  getSchoolCohorts: () => ({ schoolId: 151 }),
  getSchoolDetails: () => ({ schoolId: 151 }),
  getAllSchoolStudents: () => ({ schoolId: 151 }),
  getSchoolInfo: () => ({
    schoolId: 151,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    format: 'xlsx',
  }),
  createSchoolSession: ({ sessionId }) => ({
    schoolId: 151,
    gender: '2',
    testDate: '2099-03-02',
    startTime: '0930',
    closingDate: '2099-02-26',
    returnDate: '2099-03-09',
    testSessionId: sessionId,
  }),
  deleteSchoolSession: ({ sessionId }) => ({ testSessionId: sessionId }),
  recordSchoolPayment: () => ({
    amount: 1200.5,
    date: '2026-11-01',
    schoolId: 2_000_000_008,
    comment: 'Check 1025',
  }),
  submitSchoolPayment: () => ({
    schoolId: 2_000_000_008,
    amount: 1200.5,
    acceptPaymentDescriptor: card.acceptPaymentDescriptor,
    acceptPaymentValue: card.acceptPaymentValue,
    ccLast4: card.ccLast4,
    cardType: card.cardType,
  }),
  getTTIStudentInfo: () => ({
    student_id: 'nobody-at-all',
    programId: 2_000_000_000,
    isSecondPayment: false,
    fullJoin: true,
    isRefund: false,
    paymentTo: 'TTI',
  }),
  chargeAndJoin: () => ({
    ...atTti,
    ...studyCard,
    chargeCurrentPaymentMethod: false,
    amount: 1,
    programName: 'Year in Israel',
    chargedBy: 'somebody',
    userName: 'somebody',
    fullJoin: true,
    paymentTo: 'TTI',
  }),
  refundAndUnjoin: () => ({
    ...atTti,
    studentProgramId: 2_000_000_000,
    userName: 'somebody',
    keepMembership: true,
    requestedRefundAmount: 1,
  }),
  secondPayment: () => ({ ...atTti, user: 'somebody', amount: 1 }),
  addPaymentMethod: () => ({
    ...atTti,
    ...studyCard,
    paymentTo: 'TTI',
    isSecondPayment: false,
    userName: 'somebody',
  }),
  getRefundData: () => ({ ...atTti, studentProgramId: 2_000_000_000 }),

  findSeminaryStudent: () => ({ dob: '1999-02-28', ssn: '0000' }),
  findSeminaryStudentById: () => ({ student_id: 2_000_000_009 }),
  addSeminaryStudent: () => ({ ...seminarian, confirmDoubleSsnDob: false }),
  editSeminaryStudent: () => ({ ...seminarian, student_id: 2_000_000_009 }),
  findAllSeminaryStudents: () => ({}),
  getAllSeminariesForSeminaryTesting: () => ({}),
  findSeminaryStudentMatchingJSEStudent: () => ({}),
  getRedeemableCourses: () => ({ seminaryStudentId: 2_000_000_009 }),
  uploadSeminaryStudentTest: ({ examId }) => ({
    seminaryStudentId: 2_000_000_009,
    examId,
    examDate: '2026-02-03',
    ...looking,
    exam_papers_file: new File(['%PDF-1.7\n%%EOF\n'], 'paper.pdf', { type: 'application/pdf' }),
  }),
  talReleaseExams: () => ({ seminaryStudentId: 2_000_000_009, release: true }),

  getAllRoles: () => ({}),
  getAllUsers: () => ({}),
  createUser: () => ({
    loginName: 'techsupport', // taken
    realName: 'Edna Example',
    loginType: 'staff',
    email: 'nobody@staff.test',
    roles: ['ROLE_SUPPORT'],
    comment: 'Until June',
    selectedSchool: 151,
  }),
  updateUser: () => ({
    userId: 2_000_000_000,
    roles: ['ROLE_SUPPORT'],
    selectedSchool: 151,
    comment: 'Until June',
    active: true,
    resendLink: false,
  }),
  secondFactor: () => ({
    ...{ method: 'totp', code: '000000', remember: false, response: undefined },
  }),
  getSecurity: () => ({}),
  addSecondFactor: () => ({
    ...{ step: 'begin', kind: 'totp', name: 'Phone', password: 'Wrong4Me!' },
    ...{ response: undefined, code: undefined },
  }),
  changeSecurity: () => ({
    ...{ action: 'endSession', sessionKey: 'of nobody', factorId: undefined, password: undefined },
  }),
  getResettable: () => ({}),
  resetSecondFactor: () => ({ userId: 2_000_000_000, reason: 'Lost the phone' }),
  getSettings: () => ({}),
  saveSettings: () => ({
    offerHours: 24,
    waitingList: true,
    twoFactorRoles: [],
    lowBalance: 500,
    version: 2_000_000_000, // nobody saw it
  }),
};

/** The example of a call by its name in the contract. */
export function exampleOf(
  name: string,
  things: Things = nothing,
): Readonly<Record<string, unknown>> {
  const make = examples[name as CallName];
  if (!make) throw new Error(`no example of ${name}`);
  return make(things);
}
