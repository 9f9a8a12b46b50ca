import * as contract from '@portal/contract/staff/settings';
import { dollars } from '@portal/kit/money';
import type { Settings } from '@portal/proto/identity/v1/settings';
import { bringingCurrent } from '../catalogue/bringing-current.ts';
import { route } from '../http/route.ts';
import { toCents } from '../payments/views.ts';

function settingsView(settings: Settings | undefined): contract.Settings {
  if (!settings) throw new Error('an answer without its settings');
  const { lowBalanceCents, changedBy, ...fields } = settings;
  return { ...fields, lowBalance: dollars(lowBalanceCents), changedBy: changedBy ?? null };
}

export const settingsRoutes = [
  route(contract.getSettings, async ({ by }, { identity }) => {
    const { settings } = await identity.settings.getSettings({}, by);
    return settingsView(settings);
  }),

  route(contract.saveSettings, async ({ input, by }, { identity, sessions }) => {
    const { lowBalance, ...fields } = input;
    const current = async () =>
      settingsView((await identity.settings.getSettings({}, { ...by, key: null })).settings);
    const { settings, endedUserIds } = await bringingCurrent(
      () => identity.settings.saveSettings({ ...fields, lowBalanceCents: toCents(lowBalance) }, by),
      current,
    );
    for (const id of endedUserIds) await sessions.endAll({ kind: 'staff', id });
    return settingsView(settings);
  }),
];
