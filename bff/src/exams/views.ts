import type { CallAnswer } from '@portal/contract/call';
import type { Exam } from '@portal/contract/exams/exam';
import type { getStudyMaterials } from '@portal/contract/exams/exams';
import type { RegistrationResult } from '@portal/contract/exams/registration-result';
import type { Materials } from '@portal/proto/catalog/v1/materials';
import type { Card } from '@portal/proto/payments/v1/cards';
import type { Credits } from '@portal/proto/payments/v1/credits';
import { examMaterials } from '../catalogue/exam-rows.ts';
import { totalsView } from '../payments/credit-views.ts';
import { cardOrNull } from '../payments/views.ts';

interface Registered {
  credits: Credits | undefined;
  freeSeminaryRetake: boolean;
  studyMaterialNotSent: boolean;
  card?: Card | undefined;
  /** Money was taken, but the registration failed. */
  error?: string | undefined;
}

/** The answer of every call that registers; `exam` is null when only the money was taken. */
export const registrationView = (
  exam: Exam | null,
  registered: Registered,
): RegistrationResult => ({
  exam,
  registrationId: exam?.registration_id ?? null,
  examProctorCode: exam?.examProctorCode ?? null,
  proctorFee: exam?.proctor_fee_price ?? 0,
  ...totalsView(registered.credits),
  registrationMadeWithFreeSeminaryStudyCredits: registered.freeSeminaryRetake,
  studyMaterialNotSent: registered.studyMaterialNotSent,
  successMessage: exam ? `You are registered for ${exam.subject}.` : null,
  paymentMethod: cardOrNull(registered.card),
  error: registered.error ?? null,
});

/**
 * Study materials as the service has them now, which the copy of the catalogue may not know yet.
 */
export const materialsView = (
  materials: Materials | undefined,
  updated: number,
): CallAnswer<typeof getStudyMaterials> => ({
  exams: (materials?.exams ?? []).map(examMaterials),
  lastUpdated: materials?.lastUpdated?.toISOString() ?? null,
  updated,
  ...(materials?.talError === undefined ? {} : { talError: materials.talError }),
  ...(materials?.cisError === undefined ? {} : { cisError: materials.cisError }),
});
