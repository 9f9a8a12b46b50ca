import { on } from '@portal/kit/events/inbox';
import { SettingsChanged } from '@portal/proto/identity/v1/events';
import { keepBalanceSettings } from './keep-settings.ts';

/** Follows what the office decides about balances (C-O65). */
export const onSettingsChanged = on(SettingsChanged, {
  apply: (tx, { data }) => keepBalanceSettings(tx, data),
});
