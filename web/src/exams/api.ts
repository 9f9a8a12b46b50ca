import type { cancelExamRegistration, onlineExamRegistration } from '@portal/contract/exams';
import type {
  getPackagesTypesToDisplay,
  purchasePackageAndRegister,
  purchasePackageWithNewProfile,
  purchasePackageWithProfile,
  submitPaymentAndGetExam,
} from '@portal/contract/payments';
import type { getOotSessionInfo } from '@portal/contract/sessions';
import type { emailStudyMaterials } from '@portal/contract/student';
import { wire } from '../shared/api.ts';
import { useAnswer } from '../shared/calls.ts';

export const registerCall = wire<typeof onlineExamRegistration>('POST', '/api/onlineExamRegistration', 'keyed');
export const cancelExamCall = wire<typeof cancelExamRegistration>('POST', '/api/cancelExamRegistration', 'keyed');
export const emailMaterialsCall = wire<typeof emailStudyMaterials>('POST', '/api/emailStudyMaterials');

const shippedCall = wire<typeof getOotSessionInfo>('GET', '/api/getOotSessionInfo');
/** A shipped session with where its papers go and who to turn to. */
export const useShippedSession = (sessionId: number) => useAnswer(shippedCall, { sessionId }, { fresh: 600_000 });

/** BUY: with a saved card, and with a new one. */
export const buyWithSavedCard = wire<typeof submitPaymentAndGetExam>('POST', '/api/submitPaymentAndGetExam', 'keyed');
export const buyWithNewCard = wire<typeof purchasePackageAndRegister>('POST', '/api/purchasePackageAndRegister', 'keyed');
export const buyPackageWithSavedCard = wire<typeof purchasePackageWithProfile>('POST', '/api/purchasePackageWithProfile', 'keyed');
export const buyPackageWithNewCard = wire<typeof purchasePackageWithNewProfile>('POST', '/api/purchasePackageWithNewProfile', 'keyed');

const packagesCall = wire<typeof getPackagesTypesToDisplay>('GET', '/api/getPackagesTypesToDisplay');
export const usePackages = () => useAnswer(packagesCall, {}, { fresh: 600_000 });
