import type { ExamFields } from './exams/exam.ts';
import type { PackageFields } from './packages/package-type.ts';

let next = 0;

/** An exam without a fault, with a code of its own. */
export function anExam(changes: Partial<ExamFields> = {}): ExamFields {
  next += 1;
  return {
    subject: 'Ethics of the Fathers',
    vendorId: 1,
    secularNumber: `TST-${next}`,
    alt1: null,
    alt2: null,
    alt3: null,
    credits: 3,
    durationMinutes: 90,
    onlineOnly: false,
    paperOnly: false,
    allowedResources: null,
    assignments: false,
    contentCode: null,
    programContentCode: null,
    alternateCourseVersion: null,
    phonesystemActive: true,
    requiredExamIds: [],
    additionalChargeCents: 0,
    examProctorCode: null,
    active: true,
    seminaryTesting: false,
    courseChangeReserved: false,
    courseCollegeId: null,
    studyMaterials: [],
    ...changes,
  };
}

/** A package type without a fault. */
export const aPackage = (changes: Partial<PackageFields> = {}): PackageFields => ({
  numberOfCredits: 6,
  purchasePriceCents: 20_000,
  isDefault: false,
  displayName: '6 credits',
  description: null,
  internalComment: null,
  proctorFeeCents: 1500,
  noAdditionalFees: false,
  isSpecialProgram: false,
  seminaryStudyTtiProgramId: null,
  year: null,
  examsAllowed: [],
  vendorsAllowed: null,
  active: true,
  adminOnly: false,
  isStudyAbroad: false,
  vendorPackageVendorId: null,
  freeRetakeCredits: 0,
  ...changes,
});

export const aMaterial = (
  changes: Partial<ExamFields['studyMaterials'][number]> = {},
): ExamFields['studyMaterials'][number] => ({
  fileType: 'StudyGuide',
  displayTitle: 'Study guide',
  url: 'https://materials.jse.test/guide.pdf',
  lastUpdatedDate: '2026-01-31',
  ...changes,
});
