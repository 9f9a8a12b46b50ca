import type { Call } from '@portal/kit/commands/command';
import { withProjections } from '../../projections/buyer.ts';
import type { CreditTotals } from './credit-totals.ts';
import { creditsOf } from './credits-of.ts';

/** All that is shown about the credits of a student (C-S13). Refuses with student_not_found. */
export const getCredits = (call: Call, studentId: number): Promise<CreditTotals> =>
  withProjections(call, () => creditsOf(call.db, studentId, call.now));
