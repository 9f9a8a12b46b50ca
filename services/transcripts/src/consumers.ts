import type { Consumer } from '@portal/kit/events/inbox';
import { onExamGraded } from './results/on-exam-graded.ts';
import { onSeminaryRedeemed } from './results/on-seminary-redeemed.ts';

/** What this service does about events. */
export const consumers: Consumer[] = [onSeminaryRedeemed, onExamGraded];
