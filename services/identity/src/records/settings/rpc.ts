import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { SettingsServiceDefinition } from '@portal/proto/identity/v1/settings';
import { saveSettings } from './save-settings.ts';
import { readSettings } from './setting-store.ts';

export const settingsRpcs = rpcs(SettingsServiceDefinition, {
  getSettings: {
    handle: async (_request, { db }) => ({ settings: present(await readSettings(db)) }),
  },
  saveSettings: {
    handle: async (request, call) => {
      const { endedUserIds, ...settings } = await saveSettings(call, request);
      return { settings: present(settings), endedUserIds };
    },
  },
});
