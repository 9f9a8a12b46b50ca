// The rows of each table, generated from schema.prisma by `npm run generate`.

/** Projection of identity's students: fields that the rules and the registrations report read. */
export interface StudentProjection {
  id: number;
  version: number;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  gender: string;
  membershipTypeId: number;
  collegeId: number | null;
  schoolId: number | null;
  cohort: string | null;
  /** for the release before */
  isDenied: boolean;
  enrolledAt: Date;
  buyingBarredUntil: Date | null;
  bookingBarredUntil: Date | null;
  closedAt: Date | null;
  accommodations: unknown;
}

/** Projection of catalog's exams. examGroup: the exam, or the exam whose course version it is. */
export interface ExamProjection {
  id: number;
  version: number;
  subject: string;
  secularNumber: string;
  vendorId: number;
  vendorName: string;
  credits: number;
  durationMinutes: number;
  onlineOnly: boolean;
  paperOnly: boolean;
  assignments: boolean;
  contentCode: string | null;
  programContentCode: string | null;
  alternateCourseVersion: number | null;
  examGroup: number;
  phonesystemActive: boolean;
  requiredExamIds: number[];
  additionalChargeCents: number;
  examProctorCode: string | null;
  active: boolean;
  courseChangeReserved: boolean;
  courseCollegeId: number | null;
}

/** Projection of catalog's locations. */
export interface LocationProjection {
  id: number;
  name: string;
  address: string | null;
  city: string | null;
  phone: string | null;
  adminOnly: boolean;
  byAppointment: boolean;
  programIds: number[];
  active: boolean;
  contactFirstName: string | null;
  contactLastName: string | null;
  israel: boolean;
  closesAt: string;
}

/** Projection of the rooms of branches. */
export interface RoomProjection {
  id: number;
  locationId: number;
  name: string;
  capacity: number;
  special: boolean;
  active: boolean;
}

/** Projection of schools. */
export interface SchoolProjection {
  id: number;
  version: number;
  name: string;
  gender: string;
  chargeSchool: boolean;
  chargeProctorFee: boolean;
  sessionClosingTime: string;
  active: boolean;
  onlineSessions: boolean;
}

/** Projection of a student's seminary programmes, read only where a branch requires one. */
export interface StudentProgramsProjection {
  studentId: number;
  programIds: number[];
  readAt: Date;
}

/** Projection of the catalogue's fees that are prices: one row. */
export interface PriceProjection {
  id: number;
  proctorFeeCents: number;
  retakeFeeCents: number;
}

/** How far a whole list of another service was read. */
export interface CopySource {
  name: string;
  version: number;
}

/** A session an exam can be taken in: 21 location, 22 school, 23 shipped, 99 online. */
export interface Session {
  id: number;
  sessionType: string;
  startsAt: Date | null;
  title: string | null;
  locationId: number | null;
  schoolId: number | null;
  gender: string;
  seats: number | null;
  seatsLeft: number | null;
  limitTo1Test: boolean;
  closedByStaff: boolean;
  closingDate: string | null;
  closingTime: string | null;
  returnDueDate: string | null;
  shipDate: string | null;
  lastDate: string | null;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  address: string | null;
  createdAt: Date;
  deletedAt: Date | null;
  calledOffAt: Date | null;
  version: number;
  draft: boolean;
  proctor: string | null;
  remark: string | null;
  seriesId: number | null;
  specialPlaces: number;
  specialLeft: number;
  hasLine: boolean;
  passedSeats: number;
  passedSpecial: number;
  lastInLine: number;
}

/** A room that a session uses, from its start to the end of the last student in it. */
export interface SessionRoom {
  sessionId: number;
  roomId: number;
  special: boolean;
  places: number;
  startsAt: Date;
  endsAt: Date;
  isUsed: boolean;
}

/** One seat per student and session, and the minutes that the student's exams leave free in it. */
export interface StudentSession {
  sessionId: number;
  studentId: number;
  minutesLeft: number;
  exams: number;
  takes: string;
  specialWantedAt: Date | null;
}

/** Whether a student came to a session; no row: not recorded yet. It outlives the place. */
export interface Attendance {
  sessionId: number;
  studentId: number;
  state: string;
  at: Date;
  recordedBy: string;
}

/** Papers that went to a vendor together. */
export interface Batch {
  id: number;
  batchDate: string | null;
  fileName: string | null;
  fileSha256: string | null;
  uploadedBy: number | null;
  createdAt: Date;
}

/** A student's registration for an exam: its payment, its place and its result. */
export interface Registration {
  id: number;
  studentId: number;
  examId: number;
  examGroup: number;
  status: string;
  createdAt: Date;
  cancelledAt: Date | null;
  cancelReason: number | null;
  isRetake: boolean;
  runId: string | null;
  sessionId: number | null;
  sessionType: string | null;
  branchId: number | null;
  sessionMinutes: number;
  calendarSequence: number;
  adminCancelSessionId: number | null;
  adminCancelSessionDate: string | null;
  adminCancelSessionReasonCode: string | null;
  paidAt: Date | null;
  creditsSpent: number;
  freeSeminaryRetake: boolean;
  packageTypeIds: number[];
  /** False of earlier releases until a job has read the packages from payments. */
  packagesKnown: boolean;
  proctorFeeCents: number;
  /** The proctor fee that was usual when it was made. */
  usualProctorFeeCents: number;
  additionalChargeCents: number;
  noAdditionalFees: boolean;
  additionalPaidCents: number;
  additionalRefundedCents: number;
  giveBackDueAt: Date | null;
  givenBackAt: Date | null;
  chargeSchool: boolean;
  isFreeSchoolRegistration: boolean;
  isOldSystem: boolean;
  vendorApprovedRetake: boolean;
  vendorApprovedRetakeWithFee: boolean;
  retakePaymentId: number | null;
  examToCourse: boolean;
  seminaryRedemptionDate: string | null;
  onlineProgramStarted: Date | null;
  onlineProgramCompleted: Date | null;
  assignmentsStarted: Date | null;
  assignmentsCompleted: boolean;
  movedSessionId: number | null;
}

/** The online sitting of a registration, if there is anything to record. */
export interface OnlineSitting {
  registrationId: number;
  proctorReserved: boolean;
  proctorUuid: string | null;
  onlineAccess: boolean;
  onlineExamStarted: Date | null;
  onlineExamCompleted: Date | null;
  onlineExamRedirect: Date | null;
  onlineExamTakenOverride: boolean;
  resumeUntil: Date | null;
  reopenedAt: Date | null;
  accessClearedAt: Date | null;
}

/** The result of a registration, if there is anything to record. */
export interface ExamResult {
  registrationId: number;
  takenOn: string | null;
  arrivedBack: string | null;
  paperExamUploaded: boolean;
  batchId: number | null;
  grade: string | null;
  gradeComment: string | null;
  gradedOn: string | null;
  heldGrade: string | null;
  heldGradeComment: string | null;
  isPassed: boolean;
}

/** Every change of state: who, when, from, to, why. */
export interface RegistrationLog {
  id: number;
  registrationId: number;
  at: Date;
  actorKind: string;
  actorId: number;
  actorName: string;
  fromStatus: string;
  toStatus: string;
  fromSessionId: number | null;
  toSessionId: number | null;
  reason: number | null;
}

/** One sitting's proctor fee, paid or waived. */
export interface ProctorPayment {
  id: number;
  registrationId: number;
  paymentId: number | null;
  cents: number;
  state: string;
  sessionId: number | null;
  createdAt: Date;
}

/** Fee payments that payments has announced, each once. */
export interface FeePayment {
  paymentId: number;
  registrationId: number;
  proctorCents: number;
  additionalCents: number;
  recordedAt: Date;
}

/** A seat kept for ten minutes while its fee is being paid. */
export interface SeatHold {
  sessionId: number;
  studentId: number;
  registrationId: number;
  heldUntil: Date;
  special: boolean;
  waitingId: number | null;
}

/** Mails with study materials, for the limit of five an hour. */
export interface StudyMaterialsSent {
  id: number;
  studentId: number;
  examId: number;
  sentAt: Date;
}

/** Secrets inside start links, only their hashes. */
export interface StartToken {
  tokenHash: string;
  registrationId: number;
  createdAt: Date;
  endedAt: Date | null;
}

/** What the proctoring service and the exam platform reported, each once. */
export interface PartnerReport {
  partner: string;
  eventId: string;
  registrationId: number;
  kind: string;
  reportedAt: Date;
  comment: string | null;
  hadEffect: boolean;
  receivedAt: Date;
}

/** When a job last polled a partner about a registration. */
export interface PartnerPoll {
  registrationId: number;
  askedAt: Date;
}

/** Assignments of a course, in the vendor's order. */
export interface Assignment {
  id: number;
  registrationId: number;
  vendorAssignmentId: string;
  position: number;
  name: string;
  description: string | null;
  uploadedAt: Date | null;
  fileName: string | null;
  gradedAt: Date | null;
}

/** Files on their way to the vendor: while one is, its registration cannot be cancelled. */
export interface HandIn {
  id: string;
  registrationId: number;
  vendorAssignmentId: string;
  fileName: string;
  askedAt: Date;
  lookAt: Date;
}

/** The file of an exam batch as it came. */
export interface BatchFile {
  id: string;
  name: string;
  size: number;
  sha256: string;
  content: Buffer;
  uploadedBy: number;
  uploadedAt: Date;
}

/** The scan of a paper: a file of its own, or one inside a ZIP. */
export interface PaperScan {
  registrationId: number;
  fileId: string;
  innerName: string | null;
}

/** Bookings whose student was reminded of the session. */
export interface SessionReminder {
  registrationId: number;
  sessionId: number;
  remindedAt: Date;
}

/** The last check of a student's computer. Null: that component passed. */
export interface SystemCheck {
  studentId: number;
  checkedAt: Date;
  device: string | null;
  browser: string | null;
  camera: string | null;
  microphone: string | null;
  network: string | null;
  screen: string | null;
}

/** A calendar feed of a student or a user; secretHash: of the secret inside its link. */
export interface CalendarFeed {
  id: number;
  studentId: number | null;
  userId: number | null;
  locationId: number | null;
  secretHash: Buffer;
  createdAt: Date;
  lastRead: Date | null;
}

/** Students who want one notification when a session opens at a location. */
export interface SessionAlert {
  studentId: number;
  locationId: number;
  askedAt: Date;
}

/** A session that the office moves or calls off. */
export interface SessionRun {
  id: string;
  kind: string;
  sessionId: number;
  message: string | null;
  refundsFees: boolean;
  startedAt: Date;
  finishedAt: Date | null;
}

/** An exam in such a session, and what became of it; null: nothing yet. */
export interface SessionRunExam {
  runId: string;
  registrationId: number;
  studentId: number;
  outcome: string | null;
  refundPaymentId: number | null;
  refundCents: number;
  refundedCents: number | null;
  refundOpen: boolean;
}

/** Waiting list of a full session: its students, their order and their offers. */
export interface WaitingEntry {
  id: number;
  sessionId: number;
  registrationId: number;
  studentId: number;
  state: string;
  place: number;
  needsSpecial: boolean;
  byStaff: boolean;
  joinedAt: Date;
  offeredAt: Date | null;
  offerUntil: Date | null;
  chargeBegunAt: Date | null;
  skipped: string | null;
  endedAt: Date | null;
  endedWhy: string | null;
}

/** The office's settings of waiting lists, one row at most. version: of identity's settings. */
export interface WaitingSettings {
  id: boolean;
  offerHours: number;
  waitingList: boolean;
  version: number;
}

/** Days whose figures have to be recounted: one row per change, in its transaction. */
export interface FigureChange {
  id: number;
  kind: string;
  day: string;
  at: Date;
}

/** Uncancelled registrations by day of registration, vendor and branch (0: no branch). */
export interface RegistrationFigure {
  day: string;
  vendorId: number;
  locationId: number;
  registrations: number;
}

/** Results by the day on which they were graded, vendor and exam. */
export interface ResultFigure {
  day: string;
  vendorId: number;
  examId: number;
  passed: number;
  notPassed: number;
}

/** When all days were counted last. */
export interface FigureCount {
  id: number;
  countedAt: Date;
}
