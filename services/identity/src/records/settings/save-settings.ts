import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { SettingsChanged, StaffAccessChanged } from '@portal/proto/identity/v1/events';
import { versionConflict } from '../../version-conflict.ts';
import {
  listWithoutFactor,
  lockSettings,
  readSettings,
  type Settings,
  updateSettings,
} from './setting-store.ts';
import { inOrder, type SettingFields, settingChanges, settingErrors } from './settings-rules.ts';

export interface SaveSettings extends SettingFields {
  /** That the caller saw. */
  version: number;
}

/**
 * Changes the settings of the portal if the caller edited their current version (C-O65), and
 * returns the accounts whose sessions this ends. Equal settings keep the version. Refuses with
 * invalid or changed.
 */
export async function saveSettings(
  call: Call,
  wish: SaveSettings,
): Promise<Settings & { endedUserIds: number[] }> {
  const [first, ...others] = settingErrors(wish);
  if (first) throw invalid(first, ...others);
  const endedUserIds = await save(call, wish);
  return { ...(await readSettings(call.db)), endedUserIds };
}

const save = command(
  'saveSettings',
  async (tx: Tx, { version, ...fields }: SaveSettings): Promise<number[]> => {
    const before = await lockSettings(tx);
    if (before.version !== version) throw versionConflict((await readSettings(tx)).changedBy);
    const after = inOrder(fields);
    const change = settingChanges(before, after);
    if (Object.keys(change).length === 0) return [];
    const { actor, now } = tx;
    const byId = actor.kind === 'staff' ? actor.id : null;
    await updateSettings(tx, after, { byId, by: actor.name, now });
    const { offerHours, waitingList, lowBalanceCents } = after;
    const event = { version: version + 1, offerHours, waitingList, lowBalanceCents };
    tx.emit(SettingsChanged, event);
    tx.audit({ op: 'update', table: 'setting', id: 1, change });
    // an account that now needs a second factor and has none must sign in again and set one up
    //
    const added = after.twoFactorRoles.filter((role) => !before.twoFactorRoles.includes(role));
    const ended = added.length === 0 ? [] : await listWithoutFactor(tx, added);
    for (const userId of ended) tx.emit(StaffAccessChanged, { userId, roles: undefined });
    return ended;
  },
);
