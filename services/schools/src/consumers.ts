import type { Consumer } from '@portal/kit/events/inbox';
import { onRegistrationCancelled } from './balance/on-registration-cancelled.ts';

/** What this service does about events. */
export const consumers: Consumer[] = [onRegistrationCancelled];
