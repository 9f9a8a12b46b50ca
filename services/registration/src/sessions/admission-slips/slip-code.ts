import { inNewYork } from '@portal/kit/clock';
import { readSlip, type Slip, type SlipOf, writeSlip } from './slip-rules.ts';

const secret = (): string => process.env.SLIP_SECRET ?? '';
const yearOf = (now: Date): number => inNewYork(now).year;

/** The code of a slip that is shown now. R-524 */
export const slipCode = (of: SlipOf, now: Date): string => writeSlip(of, secret(), yearOf(now));

/** Returns the slip of a code read now, or why it has none. R-527 */
export const slipOf = (code: string, now: Date): Slip | 'unreadable' | 'forged' =>
  readSlip(code, secret(), yearOf(now));
