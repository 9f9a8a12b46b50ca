import { on } from '@portal/kit/events/inbox';
import { SettingsChanged } from '@portal/proto/identity/v1/events';
import { keepWaitingSettings } from '../../projections/keep-settings.ts';

/** Applies changes of the office's settings of waiting lists (C-O65). */
export const onSettingsChanged = on(SettingsChanged, {
  apply: (tx, { data }) => keepWaitingSettings(tx, data),
});
