import type { Consumer } from '@portal/kit/events/inbox';
import { onStudentAdded } from './students/on-student-added.ts';
import { onChargeRefunded } from './study/following-up/on-charge-refunded.ts';

/** The event handlers of this service. */
export const consumers: Consumer[] = [onStudentAdded, onChargeRefunded];
