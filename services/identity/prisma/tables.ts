// The rows of each table, generated from schema.prisma by `npm run generate`.

/** The colleges that students can choose. */
export interface College {
  id: number;
  name: string;
  active: boolean;
}

/**
 * Refused tries of the last day for an account, a birth date with or without SSN digits, a network
 * address; the subject is a keyed hash.
 */
export interface FailedTry {
  subject: string;
  tries: Date[];
  lastAt: Date;
}

/**
 * An invitation of a non-member by staff; the newest open one to an address counts. The secret of
 * its link grants its terms.
 */
export interface Invite {
  id: number;
  email: string;
  firstName: string;
  membershipTypeId: number;
  collegeId: number;
  seminaryStudentId: number | null;
  invitedBy: number;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  replacedAt: Date | null;
  studentId: number | null;
  secretHash: Buffer | null;
}

/** Member or not, which decides a student's prices. */
export interface MembershipType {
  id: number;
  name: string;
}

/** Requests for a reset link that wait to be worked off; the answer never waits for that work. */
export interface ResetRequest {
  id: string;
  accountKind: string;
  email: string;
  createdAt: Date;
}

/** Settings of the office for all of the portal; one row. */
export interface Setting {
  id: number;
  offerHours: number;
  waitingList: boolean;
  lowBalanceCents: number;
  twoFactorRoles: string[];
  version: number;
  changedById: number | null;
  changedBy: string | null;
  changedAt: Date | null;
}

/** A factor that is being set up, one an account. */
export interface FactorSetup {
  userId: number;
  kind: string;
  name: string;
  challenge: string | null;
  secret: Buffer | null;
  expiresAt: Date;
}

/** A sign-in with the right password that waits for the second factor; only a hash of its token. */
export interface PendingSignIn {
  hash: Buffer;
  userId: number;
  mustSetUp: boolean;
  challenge: string | null;
  wrong: number;
  expiresAt: Date;
}

/** A code that replaces a lost factor, once; only a slow hash. */
export interface RecoveryCode {
  userId: number;
  hash: Buffer;
  usedAt: Date | null;
}

/** A browser that skips the second factor for 30 days; only a hash of its token. */
export interface RememberedDevice {
  id: number;
  userId: number;
  hash: Buffer;
  addedAt: Date;
  expiresAt: Date;
}

/**
 * A passkey or an authenticator app of staff. The secret of an app is encrypted; last_step is the
 * last 30 seconds whose code was used.
 */
export interface StaffFactor {
  id: number;
  userId: number;
  kind: string;
  name: string;
  addedAt: Date;
  lastUsed: Date | null;
  credentialId: string | null;
  publicKey: Buffer | null;
  signCount: number | null;
  transports: string[];
  secret: Buffer | null;
  lastStep: number | null;
}

/** Roles of staff; an account may hold several. */
export interface StaffRole {
  userId: number;
  role: string;
}

/** The staff of the office and of schools. */
export interface StaffUser {
  id: number;
  loginName: string;
  realName: string;
  loginType: string;
  email: string;
  comment: string | null;
  schoolId: number | null;
  passwordHash: string | null;
  active: boolean;
  lastLogin: Date | null;
  createdOn: Date;
  createdBy: string | null;
  lastChange: Date | null;
  lastChangeBy: string | null;
}

/**
 * A person, with or without an account. talId and cccId are the vendors' ids of the person,
 * maspedId the id of the seminary study partner. The name keys are lower case without accents, for
 * search. Accommodations are health data.
 */
export interface Student {
  id: number;
  firstName: string;
  lastName: string;
  maidenName: string | null;
  firstNameKey: string;
  lastNameKey: string;
  maidenNameKey: string | null;
  dob: string;
  last4Ssn: string;
  gender: string;
  email: string | null;
  cellphone: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  collegeId: number | null;
  schoolId: number | null;
  cohort: string | null;
  membershipTypeId: number;
  accommodations: string | null;
  accommodationsApprovedBy: string | null;
  accommodationsApprovedOn: string | null;
  isForSchool: boolean;
  jseId: string | null;
  talId: string | null;
  cccId: string | null;
  ttiStudentId: string | null;
  isTtiMember: boolean;
  maspedId: string | null;
  deniedRegistration: boolean;
  buyingStopped: boolean;
  language: string | null;
  buyingBarredUntil: Date | null;
  bookingBarredUntil: Date | null;
  signInBarredUntil: Date | null;
  createdOn: Date;
  createdBy: string | null;
  lastChange: Date | null;
  lastChangeBy: string | null;
  version: number;
}

/**
 * Exists once a password was set. One account an address, in any case. emailConfirmedAt: when its
 * owner first followed a link that was mailed there.
 */
export interface StudentAccount {
  studentId: number;
  email: string;
  passwordHash: string;
  passwordSetAt: Date;
  emailConfirmedAt: Date | null;
}

/**
 * A link that was mailed, by a hash of its secret. mailedTo of a create token becomes the login
 * when it is used.
 */
export interface Token {
  id: string;
  studentId: number | null;
  staffUserId: number | null;
  type: string;
  hash: Buffer;
  mailedTo: string;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  replacedAt: Date | null;
  revokedAt: Date | null;
}

/** Bot-check proofs that were used for a save. */
export interface UsedBotProof {
  id: string;
  usedAt: Date;
}

/**
 * Each name that a student has, once and as it is searched: misspelt ones are found by those like
 * them. Kept by triggers on student.
 */
export interface StudentName {
  nameKey: string;
}

/**
 * Notes of staff about a student, for staff. A struck note is deleted; the audit keeps its text.
 */
export interface StudentNote {
  id: number;
  studentId: number;
  text: string;
  pinned: boolean;
  authorId: number;
  author: string;
  createdAt: Date;
  editedAt: Date | null;
}

/** A note that was struck out: its text, author and time of striking, for super admins. */
export interface StruckNote {
  id: number;
  studentId: number;
  text: string;
  authorId: number;
  author: string;
  createdAt: Date;
  editedAt: Date | null;
  struckAt: Date;
  struckBy: string;
}

/**
 * What a student is barred from, until when and why. The student's row has the resulting end of
 * each bar.
 */
export interface StudentBar {
  id: number;
  studentId: number;
  levels: string[];
  until: string | null;
  reason: string;
  setById: number;
  setBy: string;
  setAt: Date;
  liftedById: number | null;
  liftedBy: string | null;
  liftedAt: Date | null;
  liftReason: string | null;
}

/**
 * Accommodations of a student in exams: the last entered form, and as in_force the last approved
 * form, which counts until another one is approved. Health data.
 */
export interface Accommodation {
  id: number;
  studentId: number;
  kind: string;
  percent: number | null;
  minutes: number | null;
  text: string | null;
  validFrom: string;
  validUntil: string | null;
  state: string;
  inForce: unknown;
  approvedBy: string | null;
  approvedById: number | null;
  fromForm: boolean;
  enteredAt: Date;
  overAt: Date | null;
  version: number;
}

/** The paper behind an accommodation; only admins open it. */
export interface AccommodationDocument {
  accommodationId: number;
  name: string;
  type: string;
  content: Buffer;
  uploadedAt: Date;
}

/** An address that receives events. */
export interface Webhook {
  id: number;
  url: string;
  /** registration.created */
  events: string[];
  description: string | null;
  active: boolean;
  createdBy: string;
  createdAt: Date;
  /** Encrypted. */
  secret: Buffer;
  secretEnds: string;
  /** The one before, as long as it counts. */
  oldSecret: Buffer | null;
  oldSecretUntil: Date | null;
  /** Why it is off. */
  disabledWhy: string | null;
  removedAt: Date | null;
  version: number;
}

/**
 * An uploaded table of students of a school, its mapping of columns, and the run that put its rows
 * on record. The file is not kept.
 */
export interface StudentImport {
  id: string;
  schoolId: number;
  schoolName: string;
  cohortChoices: string[];
  fileName: string;
  columns: string[];
  uploadedById: number;
  uploadedBy: string;
  uploadedAt: Date;
  mapping: unknown;
  defaults: unknown;
  dateOrder: string | null;
  holdsCells: boolean;
  runId: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  undoId: string | null;
  undoneAt: Date | null;
}

/** A row of such a table: its cells until it is on record, then its outcome. */
export interface StudentImportRow {
  importId: string;
  row: number;
  cells: unknown;
  choice: string | null;
  matchId: number | null;
  outcome: string | null;
  studentId: number | null;
  text: string | null;
  cohortBefore: string | null;
  cohortSet: string | null;
  undo: string | null;
  undoText: string | null;
}

/**
 * An export of what all services keep about a student. forOffice: made by staff, with the notes
 * that staff wrote for staff.
 */
export interface DataRequest {
  id: string;
  studentId: number;
  forOffice: boolean;
  reason: string | null;
  askedById: number;
  askedBy: string;
  askedAt: Date;
  readyAt: Date | null;
  until: Date | null;
}

/** The data of one service; deleted when the request is over. */
export interface DataRequestPart {
  requestId: string;
  service: string;
  tables: unknown;
}

/** Things that an account of staff opened in the last 30 days, by id alone. */
export interface OpenedThing {
  userId: number;
  kind: string;
  thingId: number;
  openedAt: Date;
}

/** A saved filter of a table of the office, and the roles whose holders see it. */
export interface SavedFilter {
  id: number;
  userId: number;
  tableName: string;
  name: string;
  query: unknown;
  sharedWith: string[];
  savedAt: Date;
}

/**
 * People whose personal data is to be removed, or was: the list by which a restored backup is
 * blanked again.
 */
export interface Blanking {
  id: string;
  studentId: number;
  reason: string;
  askedById: number;
  askedBy: string;
  askedAt: Date;
  blankOn: Date;
  barId: number | null;
  withdrawnBy: string | null;
  withdrawnAt: Date | null;
  begunAt: Date | null;
  doneAt: Date | null;
}
