// The rows of each table, generated from schema.prisma by `npm run generate`.

/**
 * An exam of a vendor. alternateCourseVersion names the exam of which this row is the course
 * version. Additional charges are whole dollars.
 */
export interface Exam {
  id: number;
  subject: string;
  vendorId: number;
  secularNumber: string;
  alt1: string | null;
  alt2: string | null;
  alt3: string | null;
  credits: number;
  durationMinutes: number;
  onlineOnly: boolean;
  paperOnly: boolean;
  allowedResources: string | null;
  assignments: boolean;
  contentCode: string | null;
  programContentCode: string | null;
  alternateCourseVersion: number | null;
  phonesystemActive: boolean;
  additionalChargeCents: number;
  examProctorCode: string | null;
  active: boolean;
  seminaryTesting: boolean;
  courseChangeReserved: boolean;
  courseCollegeId: number | null;
  version: number;
  createdAt: Date;
  lastChange: Date | null;
  lastChangeBy: string | null;
}

/** One of these must be passed before the exam. */
export interface ExamRequirement {
  examId: number;
  requiredExamId: number;
}

/** The version of each list; every change raises it, so that a cache can fetch newer rows alone. */
export interface ListVersion {
  list: string;
  version: number;
}

/** A branch that has sessions. */
export interface Location {
  id: number;
  name: string;
  address: string | null;
  city: string | null;
  phone: string | null;
  adminOnly: boolean;
  byAppointment: boolean;
  seminaryStudyProgramIds: number[];
  active: boolean;
  contactFirstName: string | null;
  contactLastName: string | null;
  createdAt: Date;
  lastChange: Date | null;
  lastChangeBy: string | null;
  israel: boolean;
  closesAt: string;
  version: number;
}

/** Rooms of branches; special ones are for students who sit alone or with a reader. */
export interface Room {
  id: number;
  locationId: number;
  name: string;
  capacity: number;
  special: boolean;
  active: boolean;
}

/** Fetches of study materials from TAL and CIS; at most one runs at a time. */
export interface MaterialUpdate {
  id: number;
  startedAt: Date;
  startedBy: string;
  finishedAt: Date | null;
  updated: number;
  talError: string | null;
  cisError: string | null;
}

/** Exams that a package is bound to; none: every exam of its vendors. */
export interface PackageExam {
  packageTypeId: number;
  examId: number;
}

/**
 * A package that is on sale or given. A lot takes its rules over on purchase; a change here affects
 * no lot.
 */
export interface PackageType {
  id: number;
  numberOfCredits: number;
  purchasePriceCents: number;
  isDefault: boolean;
  displayName: string;
  description: string | null;
  internalComment: string | null;
  proctorFeeCents: number;
  noAdditionalFees: boolean;
  isSpecialProgram: boolean;
  seminaryStudyTtiProgramId: number | null;
  year: number | null;
  vendorsAllowed: string | null;
  active: boolean;
  adminOnly: boolean;
  isStudyAbroad: boolean;
  vendorPackageVendorId: number | null;
  createdAt: Date;
  lastChange: Date | null;
  lastChangeBy: string | null;
  freeRetakeCredits: number;
  version: number;
}

/**
 * Prices with the moment from which they hold; never changed, and withdrawn only before that.
 * ref_id is the package or exam, or 0.
 */
export interface Price {
  id: number;
  kind: string;
  refId: number;
  amountCents: number;
  validFrom: Date;
  setBy: string;
  setAt: Date;
  reason: string | null;
  begunAt: Date | null;
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
}

/** The portal's own prices of one credit; the newest pair holds. */
export interface PriceList {
  id: number;
  memberCents: number | null;
  nonmemberCents: number | null;
  proctorFeeCents: number;
  retakeFeeCents: number;
  since: Date;
  setBy: string;
}

/**
 * A file or page that prepares for an exam. Fetched materials are deleted once the vendor no longer
 * lists them; materials of the office are retired. The url of a file is 'file:' and its hash.
 */
export interface StudyMaterial {
  id: number;
  examId: number;
  fileType: string;
  displayTitle: string;
  url: string;
  lastUpdatedDate: string | null;
  fetched: boolean;
  active: boolean;
  version: number;
  lastChange: Date | null;
  lastChangeBy: string | null;
}

/** The file of a study material that the office uploaded; served only to those who may open it. */
export interface StudyMaterialFile {
  materialId: number;
  name: string;
  content: Buffer;
  size: number;
  sha256: string;
  uploadedBy: string;
  uploadedAt: Date;
}

/** The vendors of exams: TAL, Coopersmith and CIS, and from 5 on vendors without an interface. */
export interface Vendor {
  id: number;
  name: string;
  fullname: string;
  active: boolean;
  version: number;
  lastChange: Date | null;
  lastChangeBy: string | null;
}
