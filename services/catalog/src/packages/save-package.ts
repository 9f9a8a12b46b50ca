import { command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { PackagesChanged } from '@portal/proto/catalog/v1/events';
import { changes } from '../changes.ts';
import { domainError } from '../errors.ts';
import { readExams } from '../exams/list-exams.ts';
import { bumpVersion } from '../list-version.ts';
import { packageErrors } from './check-package.ts';
import { readPackages } from './list-packages.ts';
import type { PackageFields, PackageType } from './package-type.ts';
import { keepPackageExams, upsertPackage } from './store.ts';

export interface SavePackage {
  /** 0 adds a package type; a part may add one under a fixed id, for demo data. */
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
    const known = await readExams(tx, pack.examsAllowed);
    if (known.length < pack.examsAllowed.length)
      throw invalid({ path: 'examsAllowed', message: 'An exam that is named does not exist.' });

    const saved = await upsertPackage(tx, pack, { id, by: tx.actor.name, now: tx.now });
    await keepPackageExams(tx, saved, pack.examsAllowed);
    const [after] = await readPackages(tx, [saved]);
    if (!after) throw new Error(`package ${saved} was not saved`);
    tx.emit(PackagesChanged, { version });
    tx.audit({
      op: before ? 'update' : 'insert',
      table: 'package_type',
      id: saved,
      change: before ? changes(before, after) : {},
    });
    return after;
  },
);
