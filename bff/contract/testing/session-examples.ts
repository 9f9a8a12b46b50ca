import { card, type Examples } from './example-things.ts';

/** Sessions, the waiting list, and what the office does with them. */
export const sessionExamples = {
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
  getPartnerIds: () => ({}),
  savePartnerIds: () => ({
    ...{ talId: undefined, cccId: undefined, ttiId: undefined, maspedId: 'M-100' },
  }),
  lookUpTalId: () => ({}),
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
} satisfies Partial<Examples>;
