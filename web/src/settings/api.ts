import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

export type { Settings } from '@portal/contract/staff/settings';

export const settingsCall = api.getSettings;
export const saveSettingsCall = api.saveSettings;

export const useSettings = () => useAnswer(settingsCall, {});
