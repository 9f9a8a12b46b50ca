import type { Consumer } from '@portal/kit/events/inbox';
import { onStudentAdded } from './students/on-student-added.ts';
import { onChargeRefunded } from './study/following-up/on-charge-refunded.ts';

/** What this service does about events. */
export const consumers: Consumer[] = [onStudentAdded, onChargeRefunded];
