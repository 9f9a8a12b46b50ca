import { t } from '@lingui/core/macro';
import type { TtiPaymentMethod } from '@portal/contract/seminary/study';
import { useParams, useSearchParams } from 'react-router-dom';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import type { MerchantAccount } from '../shared/payments/card-form/accept.ts';

export const infoCall = api.getTTIStudentInfo;
export const joinCall = api.chargeAndJoin;
export const saveMethodCall = api.addPaymentMethod;
export const restCall = api.secondPayment;
export const refundCall = api.refundAndUnjoin;
const refundDataCall = api.getRefundData;

const isYes = (text: string | null): boolean => text === 'true' || text === '1';

/** The content of a seminary study link: a student of TTI, a programme, and its creator. */
interface StudyLink {
  ttiStudentId: string;
  programId: number;
  userName?: string;
}

function useStudyLink(): StudyLink {
  const { studentId = '', programId = '' } = useParams();
  const [search] = useSearchParams();
  const userName = search.get('username')?.trim().slice(0, 200);
  const link = { ttiStudentId: studentId, programId: Number(programId) };
  return userName ? { ...link, userName } : link;
}

/** The content of a payment link. */
export interface StudyPlace extends StudyLink {
  paymentTo: string;
  fullJoin: boolean;
}

/** Reads the link: `/study-abroad/:studentId/:programId/:paymentTo?username&fullJoin`. */
export function useStudyPlace(): StudyPlace {
  const { paymentTo = '' } = useParams();
  const [search] = useSearchParams();
  return { ...useStudyLink(), paymentTo, fullJoin: isYes(search.get('fullJoin')) };
}

/** The content of a refund link. */
export interface RefundPlace extends StudyLink {
  /** TTI's id of the student's interest in the programme. */
  studentProgramId: number;
  keepMembership: boolean;
}

/** Reads `/study-abroad-refund/:studentId/:programId/:studentProgramId?username&keepMembership`. */
export function useRefundPlace(): RefundPlace {
  const { studentProgramId = '' } = useParams();
  const [search] = useSearchParams();
  return {
    ...useStudyLink(),
    studentProgramId: Number(studentProgramId),
    keepMembership: isYes(search.get('keepMembership')),
  };
}

/**
 * Programmes have whole numbers; the server would refuse anything else by a sentence that is not
 * for people.
 */
export const isProgramId = (id: number): boolean =>
  Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647;

export const useStudyInfo = ({ ttiStudentId, programId, paymentTo, fullJoin }: StudyPlace) =>
  useAnswer(
    infoCall,
    { student_id: ttiStudentId, programId, paymentTo, fullJoin },
    { enabled: isProgramId(programId) },
  );

/**
 * The same for the rest of the price. It is charged with the newest payment method, wherever that
 * is stored, so no account is named.
 */
export const useRestInfo = ({ ttiStudentId, programId }: StudyLink) =>
  useAnswer(
    infoCall,
    { student_id: ttiStudentId, programId, isSecondPayment: true },
    { enabled: isProgramId(programId) },
  );

/** The student of a refund, also when nothing is due or the programme was left. */
export const useRefundInfo = ({ ttiStudentId, programId }: StudyLink) =>
  useAnswer(
    infoCall,
    { student_id: ttiStudentId, programId, isRefund: true },
    { enabled: isProgramId(programId) },
  );

/** The payments, and their refundable amounts. */
export const useRefundData = ({ ttiStudentId, programId, studentProgramId }: RefundPlace) =>
  useAnswer(
    refundDataCall,
    { ttiStudentId, programId, studentProgramId },
    { enabled: isProgramId(programId) && isProgramId(studentProgramId) },
  );

/** Whether a link names an account that can be paid. R-306. */
export const isAccount = (paymentTo: string): boolean => ['TTI', 'TTINJ'].includes(paymentTo);

/** The merchant account of a link that the server has taken. */
export const accountOf = ({ paymentTo }: StudyPlace): MerchantAccount =>
  paymentTo === 'TTINJ' ? 'TTINJ' : 'TTI';

/** 'Card ending in 1111', 'Bank account ending in 6789'. */
export const methodText = ({
  PaymentMethodType,
  CardLast4,
  AccountLast4,
}: TtiPaymentMethod): string =>
  PaymentMethodType === 'ACH'
    ? t`Bank account ending in ${AccountLast4 ?? ''}`
    : t`Card ending in ${CardLast4 ?? ''}`;
