import type { ExamAction } from '@portal/contract/exams/actions';
import type { Exam, ExamMaterials } from '@portal/contract/exams/exam';
import type { Exam as CatalogExam } from '@portal/proto/catalog/v1/exams';
import type {
  Action,
  EarlierTry,
  GivenBack,
  Registration,
} from '@portal/proto/registration/v1/registrations';

/** The fields of a row that are the same for every student. */
export type SharedFields = Omit<Exam, keyof StudentFields>;
/** The fields of a row that depend on the student. */
export type StudentFields = ReturnType<typeof studentFields>;

/**
 * The terms of registering an exam for one student; an exam without an offer has the usual ones.
 */
export interface Offer {
  proctorFeeCents: number;
  noAdditionalFees: boolean;
  freeSeminaryRetake: boolean;
}
export const usualOffer = (proctorFeeCents: number): Offer => ({
  proctorFeeCents,
  noAdditionalFees: false,
  freeSeminaryRetake: false,
});

/** The inputs of one student's row. */
export interface OwnExamState {
  registration?: Registration | undefined;
  offer?: Offer | undefined;
  /** Does not meet the exam's conditions. */
  notEligible?: boolean;
  /**
   * The action `register` of an unregistered exam where it is not the usual one; null: no action.
   */
  register?: Action | null;
}

const dollars = (cents: number): number => cents / 100;

/**
 * The fields of a row that every student sees alike. `course`: its course version; `subjectOf`: the
 * name of an exam that it requires.
 */
export function sharedFields(
  exam: CatalogExam,
  course: CatalogExam | undefined,
  subjectOf: (examId: number) => string | undefined,
): SharedFields {
  return {
    id: exam.id,
    subject: exam.subject,
    vendor_id: exam.vendorId,
    vendor_name: exam.vendorName,
    vendor_fullname: exam.vendorFullname,
    secularNumber: exam.secularNumber,
    alt1: exam.alt1 ?? null,
    alt2: exam.alt2 ?? null,
    alt3: exam.alt3 ?? null,
    credits: exam.credits,
    examDuration: exam.durationMinutes,
    online_only: exam.onlineOnly,
    paper_only: exam.paperOnly,
    allowed_resources: exam.allowedResources ?? null,
    assignments: exam.assignments,
    content_code: exam.contentCode ?? null,
    program_content_code: exam.programContentCode ?? null,
    alternate_course_version: exam.alternateCourseVersion ?? null,
    hasAlternateCourseVersion: course !== undefined,
    courseCollegeId: course?.courseCollegeId ?? null,
    phonesystem_active: exam.phonesystemActive,
    study_materials: studyMaterials(exam),
    requirements: exam.requiredExamIds.flatMap((id) => {
      const subject = subjectOf(id);
      return subject === undefined ? [] : [{ id, subject }];
    }),
    examProctorCode: exam.examProctorCode ?? null,
  };
}

const studyMaterials = (exam: CatalogExam): Exam['study_materials'] =>
  exam.studyMaterials.map((material) => ({
    id: material.id,
    file_type: material.fileType as Exam['study_materials'][number]['file_type'],
    display_title: material.displayTitle,
    url: `/study-material/${material.id}`,
    last_updated_date: material.lastUpdatedDate ?? null,
  }));

/** An exam as the lists of study materials show it. */
export const examMaterials = (exam: CatalogExam): ExamMaterials => ({
  id: exam.id,
  subject: exam.subject,
  vendor_id: exam.vendorId,
  vendor_name: exam.vendorName,
  secularNumber: exam.secularNumber,
  study_materials: studyMaterials(exam),
});

/**
 * Returns the fields of a row that are the student's own: the newest registration that is not
 * cancelled, and the amount due. `usual`: the effect of registering where credits set no other.
 */
export function studentFields(
  exam: Pick<CatalogExam, 'additionalChargeCents'>,
  usual: Offer,
  { registration, offer = usual, notEligible = false, register }: OwnExamState,
) {
  const feeCents = registration?.additionalChargeCents ?? exam.additionalChargeCents;
  return {
    additionalCharge: dollars(feeCents),
    fitRequirements: !notEligible,
    freeSeminaryRetake: offer.freeSeminaryRetake,
    proctor_fee_price: dollars(registration?.proctorFeeCents ?? offer.proctorFeeCents),
    proctor_fee_if_moved: dollars(registration?.proctorFeeIfMovedCents ?? 0),
    proctor_fee_paid: registration?.proctorFeePaid ?? false,
    isFreeAdditionnalFees: registration?.freeAdditionalFees ?? offer.noAdditionalFees,
    chargeAdditionalCharge:
      registration?.additionalFeeOwed ?? (feeCents > 0 && !offer.noAdditionalFees),
    ...registrationFields(registration),
    ...onlineFields(registration),
    ...resultFields(registration),
    actions: registration
      ? registration.actions.map((action) =>
          withSitting(toAction(action), exam.additionalChargeCents, offer),
        )
      : unregistered(register),
  };
}

/** Without another action the exam can be registered. */
const usualActions: ExamAction[] = [{ action: 'register', allowed: true }];
const unregistered = (register: Action | null | undefined): ExamAction[] =>
  register === undefined ? usualActions : register === null ? [] : [toAction(register)];

const toAction = (one: Action): ExamAction => ({
  action: one.name as ExamAction['action'],
  allowed: one.allowed,
  ...(one.code === undefined ? {} : { code: one.code }),
  ...(one.reason === undefined ? {} : { reason: one.reason }),
  ...(one.until ? { until: one.until.toISOString() } : {}),
  ...(one.allowedFrom ? { allowedFrom: one.allowedFrom.toISOString() } : {}),
  ...(one.finishBy ? { finishBy: one.finishBy.toISOString() } : {}),
  ...(one.givenBack ? { givenBack: givenBackView(one.givenBack) } : {}),
  ...(one.suggestedReason === 1 ? { suggestedReason: 1 } : {}),
  ...(one.proctorFeeCents + one.additionalFeeCents > 0
    ? { fees: feesView(one.proctorFeeCents, one.additionalFeeCents) }
    : {}),
});

const givenBackView = (back: GivenBack): NonNullable<ExamAction['givenBack']> => ({
  credits: back.credits,
  additionalFeeRefunded: dollars(back.additionalRefundedCents),
  proctorFeeRefunded: dollars(back.proctorRefundedCents),
  proctorFeeKept: dollars(back.proctorKeptCents),
  proctorFeeLost: dollars(back.proctorLostCents),
  ...(back.keptUntil ? { keptUntil: back.keptUntil.toISOString() } : {}),
});

const feesView = (proctorFeeCents: number, additionalFeeCents: number) => ({
  proctorFee: dollars(proctorFeeCents),
  additionalFee: dollars(additionalFeeCents),
});

/**
 * Adds the price and terms of a new try to the row of a taken exam, which describes the past try.
 */
const withSitting = (
  action: ExamAction,
  additionalChargeCents: number,
  { proctorFeeCents, noAdditionalFees }: Offer,
): ExamAction =>
  action.action === 'register' && action.allowed
    ? {
        ...action,
        fees: feesView(proctorFeeCents, noAdditionalFees ? 0 : additionalChargeCents),
      }
    : action;

function registrationFields(registration: Registration | undefined) {
  return {
    registration_id: registration?.id ?? null,
    status: (registration?.status ?? 'none') as Exam['status'],
    branchId: registration?.branchId ?? null,
    testSessionId: registration?.sessionId ?? null,
    sessionType: (registration?.sessionType ?? null) as Exam['sessionType'],
    isOldSystemReg: registration?.isOldSystem ?? false,
    chargeSchool: registration?.chargeSchool ?? false,
    isFreeSchoolRegistration: registration?.isFreeSchoolRegistration ?? false,
    vendor_approved_retake: registration?.vendorApprovedRetake ?? false,
    vendor_approved_retake_with_fee: registration?.vendorApprovedRetakeWithFee ?? false,
    isRetakeNotYetTaken: registration?.isRetakeNotYetTaken ?? false,
    exam_to_course: registration?.examToCourse ?? false,
  };
}

const instant = (at: Date | undefined): string | null => at?.toISOString() ?? null;

function onlineFields(registration: Registration | undefined) {
  return {
    proctor_reserved: registration?.proctorReserved ?? false,
    proctorUuid: registration?.proctorUuid ?? null,
    onlineAccess: registration?.onlineAccess ?? false,
    online_exam_started: instant(registration?.onlineExamStarted),
    online_program_started: instant(registration?.onlineProgramStarted),
    online_program_completed: instant(registration?.onlineProgramCompleted),
    online_ampeducator_assignments_started: instant(registration?.assignmentsStarted),
    online_exam_redirect: instant(registration?.onlineExamRedirect),
    online_exam_resume_until: instant(registration?.resumeUntil),
  };
}

function resultFields(registration: Registration | undefined) {
  return {
    examTaken: registration?.examTaken ?? false,
    examTakenDate: registration?.examTakenDate ?? null,
    grade: registration?.grade ?? null,
    gradeComment: registration?.gradeComment ?? null,
    is_retake_dates: earlierTries(registration?.earlierTries ?? []),
    coopersmithExamTakenAssignmentsIncomplete: registration?.takenAssignmentsIncomplete ?? false,
    batchId: registration?.batchId ?? null,
    arrivedBack: registration?.arrivedBack ?? null,
    admin_cancel_session_id: registration?.adminCancelSessionId ?? null,
    admin_cancel_session_date: registration?.adminCancelSessionDate ?? null,
    admin_cancel_session_reason_code: (registration?.adminCancelSessionReasonCode ??
      null) as Exam['admin_cancel_session_reason_code'],
    admin_cancel_session_called_off: registration?.leftSessionCalledOff ?? false,
  };
}

/**
 * Earlier tries as `date*grade*comment`, joined by commas; commas and stars inside become spaces.
 *
 */
export function earlierTries(tries: readonly EarlierTry[]): string | null {
  if (tries.length === 0) return null;
  const plain = (text: string | undefined): string => (text ?? '').replace(/[*,]/g, ' ');
  return tries
    .map(({ takenDate, grade, comment }) => [takenDate, grade, comment].map(plain).join('*'))
    .join(',');
}
