import type { Consumer } from '@portal/kit/events/inbox';
import { onRegistrationCancelled } from './balance/on-registration-cancelled.ts';
import { onSettingsChanged } from './settings/on-settings-changed.ts';

/** The event handlers of this service. */
export const consumers: Consumer[] = [onRegistrationCancelled, onSettingsChanged];
