import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { packagesCall } from '../shared/api/student.ts';

export const registerCall = api.onlineExamRegistration;
export const cancelExamCall = api.cancelExamRegistration;
export const openMaterialCall = api.openStudyMaterial;
export const emailMaterialsCall = api.emailStudyMaterials;

const shippedCall = api.getOotSessionInfo;
/** A shipped session with the address for its papers and its contact. */
export const useShippedSession = (sessionId: number) =>
  useAnswer(shippedCall, { sessionId }, { fresh: 600_000 });

/** BUY: with a saved card, and with a new one. */
export const buyWithSavedCard = api.submitPaymentAndGetExam;
export const buyWithNewCard = api.purchasePackageAndRegister;
export const buyPackageWithSavedCard = api.purchasePackageWithProfile;
export const buyPackageWithNewCard = api.purchasePackageWithNewProfile;

/**
 * Registers and books a session in one payment: with a saved card, without one, or with a new one.
 */
export const bookWithSavedCard = api.registerAndBookWithProfile;
export const bookWithNewCard = api.registerAndBook;

export const usePackages = () => useAnswer(packagesCall, {}, { fresh: 600_000 });

export const changeToOnlineCall = api.changeRegistrationToOnline;

const catalogCall = api.getAllActiveExamsWithRegistrationDetails;
/** 'Admin view all': the active exams, each with the registration of the student in view. */
export const useCatalog = (enabled: boolean) => useAnswer(catalogCall, {}, { enabled });
