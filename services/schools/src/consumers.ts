import type { Consumer } from '@portal/kit/events/inbox';
import { onRegistrationCancelled } from './balance/on-registration-cancelled.ts';
import { onSettingsChanged } from './settings/on-settings-changed.ts';

/** What this service does about events. */
export const consumers: Consumer[] = [onRegistrationCancelled, onSettingsChanged];
