import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { domainError } from '../errors.ts';
import { bumpVersion } from '../list-version.ts';
import { writePackage } from '../packages/write-package.ts';
import { officePackage } from './list-office-packages.ts';
import type { OfficePackage } from './office-package.ts';
import { packageAsSeen } from './save-office-package.ts';

export interface RetirePackage {
  id: number;
  version: number;
  /** Brings it back. */
  active: boolean;
}

const retire = command(
  'retirePackage',
  async (tx: Tx, { id, version: seen, active }: RetirePackage): Promise<null> => {
    const version = await bumpVersion(tx, 'packages');
    const before = await packageAsSeen(tx, id, seen);
    if (before.isDefault && !active) throw domainError('is_default');
    if (before.active !== active)
      await writePackage(tx, { id, version, before, pack: { ...before, active } });
    return null;
  },
);

/**
 * Takes a package off what is sold, or brings it back; lots that were sold go on. Refuses with
 * package_not_found, changed or is_default. C-O29, R-557.
 */
export async function retirePackage(call: Call, input: RetirePackage): Promise<OfficePackage> {
  await retire(call, input);
  const pack = await officePackage(call, input.id);
  if (pack === undefined) throw domainError('package_not_found');
  return pack;
}
