import type { VendorResult } from '../partners/vendor-result.ts';
import type { ExamResult } from './store.ts';

/** Whether the vendor has decided. */
export const isFinal = ({ result }: Pick<VendorResult, 'result'>): boolean =>
  ['Pass', 'Fail', 'Disqualified'].includes(result);

/** Failed and disqualified results have neither score nor credits. R-119. */
export function blanked<R extends Pick<ExamResult, 'result' | 'score' | 'credits'>>(result: R): R {
  return result.result === 'Fail' || result.result === 'Disqualified'
    ? { ...result, score: null, credits: null }
    : result;
}
