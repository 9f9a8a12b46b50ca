import type { Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { PackagesChanged } from '@portal/proto/catalog/v1/events';
import { changes } from '../changes.ts';
import { readExams } from '../exams/list-exams.ts';
import { notePrice } from '../prices/note-price.ts';
import { readPackages } from './list-packages.ts';
import type { PackageFields, PackageType } from './package-type.ts';
import { keepPackageExams, upsertPackage } from './store.ts';

interface WrittenPackage {
  /** 0: the next free one. */
  id: number;
  /** The list's, as this change raised it. */
  version: number;
  before: PackageType | undefined;
  pack: PackageFields;
}

/**
 * Writes a package type with the exams it is for, its prices, its event and its audit row. Refuses
 * with invalid where it names an exam that does not exist.
 */
export async function writePackage(
  tx: Tx,
  { id, version, before, pack }: WrittenPackage,
): Promise<PackageType> {
  const known = await readExams(tx, pack.examsAllowed);
  if (known.length < pack.examsAllowed.length)
    throw invalid({ path: 'examsAllowed', message: 'An exam that is named does not exist.' });

  const saved = await upsertPackage(tx, pack, { id, by: tx.actor.name, now: tx.now });
  await keepPackageExams(tx, saved, pack.examsAllowed);
  for (const [kind, field] of [
    ['package', 'purchasePriceCents'],
    ['package_proctor_fee', 'proctorFeeCents'],
  ] as const)
    if (before?.[field] !== pack[field])
      await notePrice(tx, { kind, refId: saved, amountCents: pack[field] });
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
}
