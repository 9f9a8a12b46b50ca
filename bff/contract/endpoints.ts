/**
 * Where a call is: the facts that a page needs to make it, without the schemas, which stay on the
 * server.
 */
export interface Endpoint {
  method: 'GET' | 'POST';
  path: `/api/${string}`;
  /**
   * Takes an `Idempotency-Key` header: the same key and body gives the first answer again and
   * repeats nothing.
   */
  keyed?: boolean;
}

/**
 * Every call of /api by its name. The objects of the contract, the routes of the BFF and the
 * client of the page take method and path from here; nothing else names them.
 */
export const endpoints = {
  // officeSessions
  getOfficeSessions: { method: 'GET', path: '/api/office/sessions' },
  getOfficeSession: { method: 'GET', path: '/api/office/session' },
  addOfficeSession: { method: 'POST', path: '/api/office/addSession', keyed: true },
  addOfficeSeries: { method: 'POST', path: '/api/office/addSeries', keyed: true },
  copyTerm: { method: 'POST', path: '/api/office/copyTerm', keyed: true },
  changeOfficeSession: { method: 'POST', path: '/api/office/changeSession', keyed: true },
  setSessionState: { method: 'POST', path: '/api/office/setSessionState', keyed: true },
  moveOfficeSession: { method: 'POST', path: '/api/office/moveSession', keyed: true },
  callOffOfficeSession: { method: 'POST', path: '/api/office/callOffSession', keyed: true },
  getOfficeRun: { method: 'GET', path: '/api/office/run' },

  // sessionDay
  getSessionDay: { method: 'GET', path: '/api/office/sessionDay' },
  setAttendance: { method: 'POST', path: '/api/office/setAttendance', keyed: true },
  addWalkIn: { method: 'POST', path: '/api/office/addWalkIn', keyed: true },
  checkIn: { method: 'POST', path: '/api/office/checkIn', keyed: true },
  getAdmissionSlip: { method: 'GET', path: '/api/getAdmissionSlip' },

  // overview
  getOverview: { method: 'GET', path: '/api/office/overview' },
  getWaiting: { method: 'GET', path: '/api/office/waiting' },
  getChart: { method: 'GET', path: '/api/office/chart' },
  getCountedRegistrations: { method: 'GET', path: '/api/office/countedRegistrations' },
  getMoneyEntries: { method: 'GET', path: '/api/office/moneyEntries' },

  // finder
  find: { method: 'POST', path: '/api/office/find' },
  noteOpened: { method: 'POST', path: '/api/office/opened' },

  // savedFilters
  getFilters: { method: 'GET', path: '/api/office/filters' },
  saveFilter: { method: 'POST', path: '/api/office/filters', keyed: true },

  // studentFile
  getStudentFile: { method: 'GET', path: '/api/office/studentFile' },
  setBar: { method: 'POST', path: '/api/office/setBar', keyed: true },
  saveAccommodation: { method: 'POST', path: '/api/office/saveAccommodation', keyed: true },
  decideAccommodation: { method: 'POST', path: '/api/office/decideAccommodation', keyed: true },
  accommodationDocument: { method: 'GET', path: '/api/office/accommodationDocument' },
  getPartnerIds: { method: 'GET', path: '/api/office/partnerIds' },
  savePartnerIds: { method: 'POST', path: '/api/office/savePartnerIds', keyed: true },
  lookUpTalId: { method: 'POST', path: '/api/office/lookUpTalId', keyed: true },
  saveNote: { method: 'POST', path: '/api/office/saveNote', keyed: true },

  // reconciliation
  getReconciliation: { method: 'GET', path: '/api/office/reconciliation' },
  reconcileDay: { method: 'POST', path: '/api/office/reconcile', keyed: true },
  mendDifference: { method: 'POST', path: '/api/office/mendDifference', keyed: true },
  signSettledDay: { method: 'POST', path: '/api/office/signDay', keyed: true },

  // studentImports
  uploadStudents: { method: 'POST', path: '/api/office/uploadStudents' },
  previewStudents: { method: 'POST', path: '/api/office/previewStudents' },
  importStudents: { method: 'POST', path: '/api/office/importStudents', keyed: true },
  undoImport: { method: 'POST', path: '/api/office/undoImport', keyed: true },
  getImports: { method: 'GET', path: '/api/office/imports' },
  exportLookup: { method: 'POST', path: '/api/office/exportLookup' },

  // officeCatalogue
  getCatalogue: { method: 'GET', path: '/api/office/catalogue' },
  saveExam: { method: 'POST', path: '/api/office/saveExam', keyed: true },
  savePackage: { method: 'POST', path: '/api/office/savePackage', keyed: true },
  setPrice: { method: 'POST', path: '/api/office/setPrice', keyed: true },
  saveVendor: { method: 'POST', path: '/api/office/saveVendor', keyed: true },
  saveLocation: { method: 'POST', path: '/api/office/saveLocation', keyed: true },
  cataloguePreview: { method: 'GET', path: '/api/office/cataloguePreview' },
  saveMaterial: { method: 'POST', path: '/api/office/saveMaterial', keyed: true },
  importCatalogue: { method: 'POST', path: '/api/office/importCatalogue', keyed: true },
  retireFromCatalogue: { method: 'POST', path: '/api/office/retire', keyed: true },

  // auth
  adminLogin: { method: 'POST', path: '/api/admin/login' },
  adminLogout: { method: 'POST', path: '/api/admin/logout' },
  checkStudentId: { method: 'POST', path: '/api/checkStudentId' },
  register: { method: 'POST', path: '/api/register' },
  login: { method: 'POST', path: '/api/login' },
  waitInLine: { method: 'POST', path: '/api/waitInLine' },
  logout: { method: 'POST', path: '/api/logout' },
  confirmToken: { method: 'POST', path: '/api/confirmToken' },
  resetPassword: { method: 'POST', path: '/api/resetPassword' },
  releaseAddress: { method: 'POST', path: '/api/releaseAddress' },
  forgotPasswordRequest: { method: 'POST', path: '/api/forgotPasswordRequest' },
  adminConfirmToken: { method: 'POST', path: '/api/adminConfirmToken' },
  adminForgotPasswordRequest: { method: 'POST', path: '/api/adminForgotPasswordRequest' },
  adminResetPassword: { method: 'POST', path: '/api/adminResetPassword' },

  // ownAccount
  saveLanguage: { method: 'POST', path: '/api/saveLanguage' },
  requestEmailChange: { method: 'POST', path: '/api/requestEmailChange' },
  confirmEmailChange: { method: 'POST', path: '/api/confirmEmailChange' },
  changePassword: { method: 'POST', path: '/api/changePassword' },
  getSignIns: { method: 'POST', path: '/api/getSignIns' },
  endSignIns: { method: 'POST', path: '/api/endSignIns' },

  // student
  getCreditsInfo: { method: 'POST', path: '/api/getCreditsInfo' },
  emailStudyMaterials: { method: 'POST', path: '/api/emailStudyMaterials', keyed: true },
  getStudentInfo: { method: 'POST', path: '/api/getStudentInfo' },

  // lookup
  findStudent: { method: 'POST', path: '/api/admin/findStudent' },
  suggestStudents: { method: 'POST', path: '/api/admin/suggestStudents' },
  findStudentByJseId: { method: 'POST', path: '/api/admin/findStudentByJseId' },
  getStudent: { method: 'POST', path: '/api/admin/getStudent' },
  findStudentExams: { method: 'POST', path: '/api/admin/findStudentExams' },
  getReceipt: { method: 'POST', path: '/api/admin/get_pdf' },
  requestTALTranscript: { method: 'POST', path: '/api/admin/requestTALTranscript', keyed: true },
  addTranscriptRequest: { method: 'POST', path: '/api/admin/addTranscriptRequest', keyed: true },
  adminGetStudentInfo: { method: 'POST', path: '/api/admin/getStudentInfo' },
  studentHistory: { method: 'POST', path: '/api/admin/studentHistory' },
  officeHistory: { method: 'POST', path: '/api/admin/officeHistory' },

  // enrol
  verifyRecaptcha: { method: 'POST', path: '/api/verifyRecaptcha' },
  addStudent: { method: 'POST', path: '/api/student/add', keyed: true },
  studentAdd: { method: 'POST', path: '/api/student_add', keyed: true },
  emailAddStudentLinkToNonMember: {
    method: 'POST',
    path: '/api/emailAddStudentLinkToNonMember',
    keyed: true,
  },
  getInfoForAddStudent: { method: 'POST', path: '/api/getInfoForAddStudent' },
  editStudent: { method: 'POST', path: '/api/admin/editStudent', keyed: true },
  getColleges: { method: 'GET', path: '/api/getColleges' },

  // exams
  getAllActiveExams: { method: 'GET', path: '/api/getAllActiveExams' },
  getAllSeminaryTestingExams: { method: 'GET', path: '/api/getAllSeminaryTestingExams' },
  getAllActiveExamsWithRegistrationDetails: {
    method: 'GET',
    path: '/api/getAllActiveExamsWithRegistrationDetails',
  },
  getAllExamsWithStudyMaterial: { method: 'GET', path: '/api/getAllExamsWithStudyMaterial' },
  openStudyMaterial: { method: 'GET', path: '/api/openStudyMaterial' },
  getStudyMaterials: { method: 'GET', path: '/api/updateAndGetStudyMaterials' },
  updateAndGetStudyMaterials: { method: 'POST', path: '/api/updateAndGetStudyMaterials' },
  getAllExamsAccordingStudent: { method: 'GET', path: '/api/getAllExamsAccordingStudent' },
  onlineExamRegistration: { method: 'POST', path: '/api/onlineExamRegistration', keyed: true },
  cancelExamRegistration: { method: 'POST', path: '/api/cancelExamRegistration', keyed: true },

  // payments
  purchasePackage: { method: 'POST', path: '/api/admin/purchasePackage', keyed: true },
  purchasePackageWithProfile: {
    method: 'POST',
    path: '/api/purchasePackageWithProfile',
    keyed: true,
  },
  purchasePackageWithNewProfile: {
    method: 'POST',
    path: '/api/purchasePackageWithNewProfile',
    keyed: true,
  },
  purchaseCredits: { method: 'POST', path: '/api/purchaseCredits', keyed: true },
  purchaseCreditsWithProfile: {
    method: 'POST',
    path: '/api/purchaseCreditsWithProfile',
    keyed: true,
  },
  getPaymentMethods: { method: 'GET', path: '/api/getPaymentMethods' },
  submitPaymentAndGetExam: { method: 'POST', path: '/api/submitPaymentAndGetExam', keyed: true },
  purchasePackageAndRegister: {
    method: 'POST',
    path: '/api/purchasePackageAndRegister',
    keyed: true,
  },
  payProctorFee: { method: 'POST', path: '/api/payProctorFee', keyed: true },
  payProctorFeeWithPaymentProfile: {
    method: 'POST',
    path: '/api/payProctorFeeWithPaymentProfile',
    keyed: true,
  },
  saveCreditCard: { method: 'POST', path: '/api/saveCreditCard', keyed: true },
  removePaymentMethod: { method: 'POST', path: '/api/removePaymentMethod', keyed: true },
  setDefaultPaymentMethod: { method: 'POST', path: '/api/setDefaultPaymentMethod' },
  getPackagesTypesToDisplay: { method: 'GET', path: '/api/getPackagesTypesToDisplay' },
  getAdminOnlyPackages: { method: 'GET', path: '/api/admin/getAdminOnlyPackages' },
  refundPackage: { method: 'POST', path: '/api/admin/refundPackage', keyed: true },
  getSpecialPackageTypes: { method: 'GET', path: '/api/admin/getSpecialPackageTypes' },
  chargeRefund: { method: 'POST', path: '/api/admin/chargeRefund', keyed: true },

  // ownPayments
  getOwnPayments: { method: 'POST', path: '/api/getOwnPayments' },
  getOwnReceipt: { method: 'POST', path: '/api/getOwnReceipt' },
  getPaymentReceipt: { method: 'POST', path: '/api/getPaymentReceipt' },

  // creditHistory
  getCreditHistory: { method: 'POST', path: '/api/getCreditHistory' },

  // sessions
  getAllActiveLocations: { method: 'GET', path: '/api/getAllActiveLocations' },
  getActiveLocations: { method: 'GET', path: '/api/getActiveLocations' },
  getLastActiveLocation: { method: 'GET', path: '/api/getLastActiveLocation' },
  scheduleSessionForRegistration: {
    method: 'POST',
    path: '/api/scheduleSessionForRegistration',
    keyed: true,
  },
  registerAndBook: { method: 'POST', path: '/api/registerAndBook', keyed: true },
  registerAndBookWithProfile: {
    method: 'POST',
    path: '/api/registerAndBookWithProfile',
    keyed: true,
  },
  cancelSession: { method: 'POST', path: '/api/cancelSession', keyed: true },
  getOpenBranches: { method: 'GET', path: '/api/getOpenBranches' },
  setSessionAlert: { method: 'POST', path: '/api/setSessionAlert' },
  getCalendarFeed: { method: 'GET', path: '/api/calendarFeed' },
  changeCalendarFeed: { method: 'POST', path: '/api/calendarFeed', keyed: true },
  // myData
  getMyData: { method: 'GET', path: '/api/myData' },
  requestMyData: { method: 'POST', path: '/api/myData', keyed: true },
  blankStudent: { method: 'POST', path: '/api/office/blankStudent', keyed: true },
  getDataRequests: { method: 'GET', path: '/api/office/dataRequests' },

  getWaitingList: { method: 'GET', path: '/api/getWaitingList' },
  joinWaitingList: { method: 'POST', path: '/api/joinWaitingList', keyed: true },
  leaveWaitingList: { method: 'POST', path: '/api/leaveWaitingList', keyed: true },
  answerWaitingOffer: { method: 'POST', path: '/api/answerWaitingOffer', keyed: true },
  listWaiting: { method: 'GET', path: '/api/office/waitingList' },
  changeWaiting: { method: 'POST', path: '/api/office/changeWaiting', keyed: true },

  // webhooks
  getWebhooks: { method: 'GET', path: '/api/office/webhooks' },
  saveWebhook: { method: 'POST', path: '/api/office/saveWebhook', keyed: true },
  getWebhookDeliveries: { method: 'GET', path: '/api/office/webhookDeliveries' },
  redeliverWebhook: { method: 'POST', path: '/api/office/redeliverWebhook', keyed: true },
  getOpenedSessions: { method: 'GET', path: '/api/getOpenedSessions' },
  getSession: { method: 'GET', path: '/api/getSession' },
  getOotSessionInfo: { method: 'GET', path: '/api/getOotSessionInfo' },
  getSchoolSessions: { method: 'GET', path: '/api/getSchoolSessions' },
  changeRegistrationToOnline: {
    method: 'POST',
    path: '/api/changeRegistrationToOnline',
    keyed: true,
  },
  getSessionsByStudentId: { method: 'GET', path: '/api/getSessionsByStudentId' },

  // online
  startExam: { method: 'POST', path: '/api/startExam', keyed: true },
  addStudentExamToProctor: { method: 'POST', path: '/api/addStudentExamToProctor', keyed: true },
  addExamForStudent: { method: 'POST', path: '/api/addExamForStudent', keyed: true },
  startExamProgram: { method: 'POST', path: '/api/startExamProgram', keyed: true },
  setProctorReserved: { method: 'POST', path: '/api/setProctorReserved', keyed: true },
  checkProgramCompleted: { method: 'POST', path: '/api/checkProgramCompleted' },
  checkOnlineAccess: { method: 'POST', path: '/api/checkOnlineAccess' },
  reportProctoring: { method: 'POST', path: '/api/partner/proctoring' },
  reportExamPlatform: { method: 'POST', path: '/api/partner/examPlatform' },

  // assignments
  getCoopersmithAssignments: { method: 'POST', path: '/api/getCoopersmithAssignments' },
  getStudentCccId: { method: 'POST', path: '/api/getStudentCccId' },
  uploadCoopersmithAssignment: {
    method: 'POST',
    path: '/api/uploadCoopersmithAssignment',
    keyed: true,
  },

  // schools
  quoteRegisterAndSchedule: { method: 'POST', path: '/api/quoteRegisterAndSchedule' },
  payRegisterAndSchedule: { method: 'POST', path: '/api/payRegisterAndSchedule', keyed: true },
  bulkRegistrationRun: { method: 'GET', path: '/api/bulkRegistrationRun' },

  // schoolOffice
  getSchools: { method: 'GET', path: '/api/getSchools' },
  getActiveSchools: { method: 'GET', path: '/api/getActiveSchools' },
  getSchoolCohorts: { method: 'GET', path: '/api/getSchoolCohorts' },
  getSchoolDetails: { method: 'GET', path: '/api/getSchoolDetails' },
  getAllSchoolStudents: { method: 'GET', path: '/api/getAllSchoolStudents' },
  getSchoolInfo: { method: 'GET', path: '/api/getSchoolInfo' },
  createSchoolSession: { method: 'POST', path: '/api/admin/createSchoolSession', keyed: true },
  deleteSchoolSession: { method: 'POST', path: '/api/admin/deleteSchoolSession', keyed: true },
  submitSchoolPayment: { method: 'POST', path: '/api/admin/submitSchoolPayment', keyed: true },
  recordSchoolPayment: { method: 'POST', path: '/api/admin/recordSchoolPayment', keyed: true },

  // retakes
  makeVendorApprovedExamRetakeRegistration: {
    method: 'POST',
    path: '/api/admin/makeVendorApprovedExamRetakeRegistration',
    keyed: true,
  },
  getRetakeFee: { method: 'GET', path: '/api/admin/retakeFee' },
  payRetakeFeeAndRegisterWithPaymentProfile: {
    method: 'POST',
    path: '/api/admin/payRetakeFeeAndRegisterWithPaymentProfile',
    keyed: true,
  },
  payRetakeFeeAndRegisterWithNewPaymentProfile: {
    method: 'POST',
    path: '/api/admin/payRetakeFeeAndRegisterWithNewPaymentProfile',
    keyed: true,
  },
  changeExamToCourse: { method: 'POST', path: '/api/admin/changeExamToCourse', keyed: true },

  // systemCheck
  getSystemCheck: { method: 'POST', path: '/api/getSystemCheck' },
  saveSystemCheck: { method: 'POST', path: '/api/saveSystemCheck' },

  // staffOnline
  setOnlineExamTakenOverride: { method: 'POST', path: '/api/admin/setOnlineExamTakenOverride' },
  setOnlineAccess: { method: 'POST', path: '/api/admin/setOnlineAccess' },
  resetOnlineExamCompleted: { method: 'POST', path: '/api/admin/resetOnlineExamCompleted' },

  // report
  getExamRegistrations: { method: 'POST', path: '/api/getExamRegistrations' },

  // grades
  uploadTalInvoice: { method: 'POST', path: '/api/admin/uploadTalInvoice', keyed: true },
  uploadPaperExams: { method: 'POST', path: '/api/admin/uploadPaperExams', keyed: true },

  // study
  getTTIStudentInfo: { method: 'POST', path: '/api/getTTIStudentInfo' },
  chargeAndJoin: { method: 'POST', path: '/api/tti/chargeAndJoin', keyed: true },
  refundAndUnjoin: { method: 'POST', path: '/api/tti/refundAndUnjoin', keyed: true },
  secondPayment: { method: 'POST', path: '/api/tti/secondPayment', keyed: true },
  addPaymentMethod: { method: 'POST', path: '/api/tti/addPaymentMethod', keyed: true },
  getRefundData: { method: 'POST', path: '/api/tti/getRefundData' },

  // seminary
  findSeminaryStudent: { method: 'POST', path: '/api/admin/findSeminaryStudent' },
  findSeminaryStudentById: { method: 'POST', path: '/api/admin/findSeminaryStudentById' },
  addSeminaryStudent: { method: 'POST', path: '/api/admin/addSeminaryStudent', keyed: true },
  editSeminaryStudent: { method: 'POST', path: '/api/admin/editSeminaryStudent', keyed: true },
  findAllSeminaryStudents: { method: 'POST', path: '/api/admin/findAllSeminaryStudents' },
  getAllSeminariesForSeminaryTesting: {
    method: 'POST',
    path: '/api/admin/getAllSeminariesForSeminaryTesting',
  },
  findSeminaryStudentMatchingJSEStudent: {
    method: 'POST',
    path: '/api/admin/findSeminaryStudentMatchingJSEStudent',
  },
  getRedeemableCourses: { method: 'POST', path: '/api/getRedeemableCourses' },
  uploadSeminaryStudentTest: {
    method: 'POST',
    path: '/api/admin/uploadSeminaryStudentTest',
    keyed: true,
  },
  talReleaseExams: { method: 'POST', path: '/api/TalReleaseExams', keyed: true },

  // users
  getAllRoles: { method: 'POST', path: '/api/admin/getAllRoles' },
  getAllUsers: { method: 'POST', path: '/api/admin/getAllUsers' },
  createUser: { method: 'POST', path: '/api/admin/createUser', keyed: true },
  updateUser: { method: 'POST', path: '/api/admin/updateUser', keyed: true },

  // security
  secondFactor: { method: 'POST', path: '/api/admin/secondFactor' },
  getSecurity: { method: 'GET', path: '/api/office/security' },
  addSecondFactor: { method: 'POST', path: '/api/office/addSecondFactor', keyed: true },
  changeSecurity: { method: 'POST', path: '/api/office/changeSecurity' },
  getResettable: { method: 'GET', path: '/api/office/resetSecondFactor' },
  resetSecondFactor: { method: 'POST', path: '/api/office/resetSecondFactor' },

  // settings
  getSettings: { method: 'GET', path: '/api/office/settings' },
  saveSettings: { method: 'POST', path: '/api/office/settings', keyed: true },

  // live
  liveEvents: { method: 'GET', path: '/api/events' },
  sessionEvents: { method: 'GET', path: '/api/office/sessionEvents' },
  catalogueEvents: { method: 'GET', path: '/api/office/catalogueEvents' },
} as const satisfies Readonly<Record<string, Endpoint>>;
