import { command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { domainError } from '../errors.ts';
import { bumpVersion } from '../list-version.ts';
import { packageErrors } from './check-package.ts';
import { readPackages } from './list-packages.ts';
import type { PackageFields, PackageType } from './package-type.ts';
import { writePackage } from './write-package.ts';

export interface SavePackage {
  /** 0 adds a package type; a service may add one under a fixed id, for demo data. */
  id: number;
  pack: PackageFields;
}

/**
 * Adds or changes a package type; lots that were bought keep their rules. Refuses with invalid or
 * package_not_found.
 */
export const savePackage = command(
  'savePackage',
  async (tx: Tx, { id, pack }: SavePackage): Promise<PackageType> => {
    const [first, ...others] = packageErrors(pack);
    if (first) throw invalid(first, ...others);
    const version = await bumpVersion(tx, 'packages');
    const [before] = id === 0 ? [] : await readPackages(tx, [id]);
    if (id !== 0 && !before && tx.actor.kind !== 'service') throw domainError('package_not_found');
    return writePackage(tx, { id, version, before, pack });
  },
);
