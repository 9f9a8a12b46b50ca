import type { Consumer } from '@portal/kit/events/inbox';
import { onExamGraded } from './results/on-exam-graded.ts';
import { onSeminaryRedeemed } from './results/on-seminary-redeemed.ts';

/** The event handlers of this service. */
export const consumers: Consumer[] = [onSeminaryRedeemed, onExamGraded];
