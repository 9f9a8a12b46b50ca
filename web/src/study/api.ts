import type { addPaymentMethod, chargeAndJoin, getTTIStudentInfo, TtiPaymentMethod } from '@portal/contract/study';
import { useParams, useSearchParams } from 'react-router-dom';
import { wire } from '../shared/api.ts';
import { useAnswer } from '../shared/calls.ts';
import type { MerchantAccount } from '../shared/card-form/accept.ts';

export const infoCall = wire<typeof getTTIStudentInfo>('POST', '/api/getTTIStudentInfo');
export const joinCall = wire<typeof chargeAndJoin>('POST', '/api/tti/chargeAndJoin', 'keyed');
export const saveMethodCall = wire<typeof addPaymentMethod>('POST', '/api/tti/addPaymentMethod', 'keyed');

/** What a link to seminary study names. */
export interface StudyPlace {
  ttiStudentId: string;
  programId: number;
  paymentTo: string;
  fullJoin: boolean;
  userName?: string;
}

const isYes = (text: string | null): boolean => text === 'true' || text === '1';

/** Reads the link: `/study-abroad/:studentId/:programId/:paymentTo?username&fullJoin`. */
export function useStudyPlace(): StudyPlace {
  const { studentId = '', programId = '', paymentTo = '' } = useParams();
  const [search] = useSearchParams();
  const userName = search.get('username')?.trim().slice(0, 200);
  const place = { ttiStudentId: studentId, programId: Number(programId), paymentTo, fullJoin: isYes(search.get('fullJoin')) };
  return userName ? { ...place, userName } : place;
}

/** Programmes have whole numbers; the server would refuse anything else by a sentence that is not for people. */
export const isProgramId = (id: number): boolean => Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647;

export const useStudyInfo = ({ ttiStudentId, programId, paymentTo, fullJoin }: StudyPlace) =>
  useAnswer(infoCall, { student_id: ttiStudentId, programId, paymentTo, fullJoin }, { enabled: isProgramId(programId) });

/** The merchant account of a link that the server has taken. */
export const accountOf = ({ paymentTo }: StudyPlace): MerchantAccount => (paymentTo === 'TTINJ' ? 'TTINJ' : 'TTI');

/** 'Card ending in 1111', 'Bank account ending in 6789'. */
export const methodText = ({ PaymentMethodType, CardLast4, AccountLast4 }: TtiPaymentMethod): string =>
  PaymentMethodType === 'ACH' ? `Bank account ending in ${AccountLast4 ?? ''}` : `Card ending in ${CardLast4 ?? ''}`;
