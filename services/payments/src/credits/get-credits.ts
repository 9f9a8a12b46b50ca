import type { Call } from '@portal/kit/command';
import { withCopies } from '../copies/buyer.ts';
import type { CreditTotals } from './credit-totals.ts';
import { creditsOf } from './credits-of.ts';

/** All that is shown about the credits of a student (C-S13). Refuses with student_not_found. */
export const getCredits = (call: Call, studentId: number): Promise<CreditTotals> => withCopies(call, () => creditsOf(call.db, studentId));
