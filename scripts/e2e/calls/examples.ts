import type * as assignments from '@portal/contract/assignments';
import type * as auth from '@portal/contract/auth';
import type { CallSpec } from '@portal/contract/call';
import type { NewCardFields } from '@portal/contract/cards';
import type * as enrol from '@portal/contract/enrol';
import type * as exams from '@portal/contract/exams';
import type * as grades from '@portal/contract/grades';
import type * as online from '@portal/contract/online';
import type * as payments from '@portal/contract/payments';
import type * as retakes from '@portal/contract/retakes';
import type * as schools from '@portal/contract/schools';
import type * as sessions from '@portal/contract/sessions';
import type * as staffOnline from '@portal/contract/staff-online';
import type * as student from '@portal/contract/student';
import type * as study from '@portal/contract/study';

type Areas = [
  typeof auth,
  typeof student,
  typeof exams,
  typeof payments,
  typeof sessions,
  typeof enrol,
  typeof online,
  typeof assignments,
  typeof schools,
  typeof retakes,
  typeof staffOnline,
  typeof grades,
  typeof study,
];
type CallsOf<Area> = { [Name in keyof Area as Area[Name] extends CallSpec ? Name : never]: unknown };
/** The name of every call of the contract. */
export type CallName = keyof (CallsOf<Areas[0]> &
  CallsOf<Areas[1]> &
  CallsOf<Areas[2]> &
  CallsOf<Areas[3]> &
  CallsOf<Areas[4]> &
  CallsOf<Areas[5]> &
  CallsOf<Areas[6]> &
  CallsOf<Areas[7]> &
  CallsOf<Areas[8]> &
  CallsOf<Areas[9]> &
  CallsOf<Areas[10]> &
  CallsOf<Areas[11]> &
  CallsOf<Areas[12]>);

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
  cohort: '2026-2027',
  accommodations: 'More time',
  accommodationsApprovedBy: 'Dr Gold',
  approvedBy: 'Dr Gold',
  password: 'Right4Tests!',
  isForSchool: false,
  isRegularAddEditStudent: true,
  isRegularAdd: true,
  confirmDoubleSsnDob: false,
  seminaryStudentId: 1,
};

const bulkOrder = ({ examId, sessionId, ccId }: Things) => ({
  session: { testSessionId: sessionId },
  schoolId: 151,
  sendStudyMaterials: true,
  studentInfos: [{ studentId: 2_000_000_000, exams: [{ examId }], ccId, amount: 1 }],
});

const atTti = { ttiStudentId: 'nobody-at-all', programId: 2_000_000_000 };
const studyCard = { ...card, paymentType: 'CC', isAuthNet: true, name: 'Dana Levi' };

const identity = { dob: '1999-02-28', ssn: '0000' };
const newPassword = { password: 'Right4Tests!', type: 'create', token: 'not-a-token' };

/** A well-formed input of every call, with every field that it takes. */
export const examples: Readonly<Record<CallName, (things: Things) => Readonly<Record<string, unknown>>>> = {
  adminLogin: () => ({ loginName: 'nobody.at.all', password: 'Right4Tests!' }),
  adminLogout: () => ({}),
  checkStudentId: () => identity,
  register: () => ({ ...identity, email: 'nobody@student.test' }),
  login: () => ({ email: 'nobody@student.test', password: 'Right4Tests!' }),
  logout: () => ({}),
  confirmToken: () => ({ studentId: 2_000_000_000, token: 'not-a-token' }),
  resetPassword: () => ({ studentId: 2_000_000_000, ...newPassword }),
  forgotPasswordRequest: () => ({ email: 'nobody@student.test' }),
  adminConfirmToken: () => ({ userId: 2_000_000_000, token: 'not-a-token' }),
  adminForgotPasswordRequest: () => ({ email: 'nobody@staff.test' }),
  adminResetPassword: () => ({ userId: 2_000_000_000, ...newPassword }),

  getCreditsInfo: () => ({}),
  emailStudyMaterials: ({ examId }) => ({ examId }),
  getStudentInfo: () => ({ isTtiMember: false }),

  addStudent: () => person,
  studentAdd: () => person,
  verifyRecaptcha: () => ({ recaptchaToken: 'fail' }),
  emailAddStudentLinkToNonMember: () => ({ firstName: 'Edna', email: 'nobody@student.test', collegeId: 234, seminaryStudentId: 1 }),
  getInfoForAddStudent: () => ({}),
  getColleges: () => ({}),

  getAllActiveExams: () => ({}),
  getAllSeminaryTestingExams: () => ({}),
  getAllActiveExamsWithRegistrationDetails: () => ({}),
  getAllExamsWithStudyMaterial: () => ({}),
  getStudyMaterials: () => ({}),
  updateAndGetStudyMaterials: () => ({}),
  getAllExamsAccordingStudent: () => ({}),
  onlineExamRegistration: ({ examId }) => ({ examId }),
  cancelExamRegistration: ({ registrationId }) => ({ registrationId, adminCancelReason: 2, schoolId: 151, isSchoolRegistration: false }),

  purchasePackage: ({ packageId }) => ({ packageId }),
  purchasePackageWithProfile: ({ packageId, ccId }) => ({ packageId, ccId, amount: 1 }),
  purchasePackageWithNewProfile: ({ packageId }) => ({ packageId, amount: 1, ...card }),
  purchaseCredits: () => ({ numberOfCredits: 1, amount: 1, ...card }),
  purchaseCreditsWithProfile: ({ ccId }) => ({ numberOfCredits: 1, ccId, amount: 1 }),
  getPaymentMethods: () => ({}),
  submitPaymentAndGetExam: ({ examId, ccId }) => ({ examId, ccId, numberOfCredits: 1, amount: 1 }),
  purchasePackageAndRegister: ({ examId }) => ({ examId, numberOfCredits: 1, amount: 1, ...card }),
  payProctorFee: ({ examId, registrationId, sessionId }) => ({ examId, registrationId, sessionId, proctorFee: 15, amount: 15, ...card }),
  payProctorFeeWithPaymentProfile: ({ examId, registrationId, sessionId, ccId }) => ({
    examId,
    registrationId,
    sessionId,
    proctorFee: 15,
    amount: 15,
    ccId,
  }),
  saveCreditCard: () => card,
  chargeRefund: () => ({ chargeId: 2_000_000_006, refundAmt: 1, student_id: 2_000_000_000 }),
  getPackagesTypesToDisplay: () => ({}),

  getAllActiveLocations: () => ({}),
  getLastActiveLocation: () => ({}),
  scheduleSessionForRegistration: ({ registrationId, sessionId }) => ({ registrationId, sessionId }),
  cancelSession: ({ registrationId }) => ({ registrationId, adminCancelReason: 2 }),
  getOpenedSessions: () => ({ locationId: 13 }),
  getSession: ({ sessionId }) => ({ sessionId }),
  getOotSessionInfo: ({ sessionId }) => ({ sessionId }),
  getSchoolSessions: () => ({ schoolId: 151 }),
  changeRegistrationToOnline: ({ registrationId }) => ({ registrationId, adminCancelReason: 5 }),
  getSessionsByStudentId: () => ({}),

  startExam: ({ examId, registrationId }) => ({ studentId: 2_000_000_000, examId, registrationId }),
  addStudentExamToProctor: ({ examId, registrationId }) => ({ examId, registrationId }),
  addExamForStudent: ({ examId, registrationId }) => ({ examId, registrationId }),
  startExamProgram: ({ examId, registrationId }) => ({ examId, registrationId }),
  setProctorReserved: ({ registrationId }) => ({ registrationId }),
  checkProgramCompleted: ({ registrationId }) => ({ regId: registrationId }),
  checkOnlineAccess: ({ registrationId }) => ({ regId: registrationId }),
  reportProctoring: () => ({ eventId: 'an-event', proctorUuid: 'a-booking', kind: 'let_in', at: '2026-11-21T12:00:00Z', comment: 'Late' }),
  reportExamPlatform: ({ registrationId }) => ({ eventId: 'an-event', registrationId, kind: 'exam_completed', at: '2026-11-21T12:00:00Z' }),

  getCoopersmithAssignments: ({ registrationId, examId }) => ({ registrationId, examId }),
  getStudentCccId: ({ examId }) => ({ examId }),
  uploadCoopersmithAssignment: ({ registrationId }) => ({
    regId: registrationId,
    studentAssignmentId: 2_000_000_005,
    assignment: new File(['An essay.'], 'essay.txt'),
  }),

  makeVendorApprovedExamRetakeRegistration: ({ examId }) => ({ examId, student_id: 2_000_000_000 }),
  payRetakeFeeAndRegisterWithPaymentProfile: ({ examId, ccId }) => ({ examId, ccId, amount: 60, student_id: 2_000_000_000 }),
  payRetakeFeeAndRegisterWithNewPaymentProfile: ({ examId }) => ({ examId, amount: 60, student_id: 2_000_000_000, ...card }),
  changeExamToCourse: ({ examId }) => ({ examId, student_id: 2_000_000_000 }),
  setOnlineExamTakenOverride: ({ registrationId }) => ({ registrationId }),
  setOnlineAccess: ({ registrationId }) => ({ registrationId }),
  resetOnlineExamCompleted: ({ registrationId }) => ({ registrationId }),
  uploadPaperExams: () => ({ exam_papers_file: new File(['registration_id\n2000000002\n'], 'batch.csv') }),

  quoteRegisterAndSchedule: bulkOrder,
  payRegisterAndSchedule: bulkOrder,
  bulkRegistrationRun: () => ({ runId: 2_000_000_006 }),
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
  addPaymentMethod: () => ({ ...atTti, ...studyCard, paymentTo: 'TTI', isSecondPayment: false, userName: 'somebody' }),
  getRefundData: () => ({ ...atTti, studentProgramId: 2_000_000_000 }),
};

/** The example of a call by its name in the contract. */
export function exampleOf(name: string, things: Things = nothing): Readonly<Record<string, unknown>> {
  const make = examples[name as CallName];
  if (!make) throw new Error(`no example of ${name}`);
  return make(things);
}
