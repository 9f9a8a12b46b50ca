import { type Call, commandWithPrefetch, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { domainError } from '../errors.ts';
import { bumpVersion } from '../list-version.ts';
import { packageErrors } from '../packages/check-package.ts';
import { readPackages } from '../packages/list-packages.ts';
import type { PackageFields, PackageType } from '../packages/package-type.ts';
import { writePackage } from '../packages/write-package.ts';
import { versionConflict } from '../version-conflict.ts';
import { officePackage, soldPackages, versionsOf } from './list-office-packages.ts';
import {
  changesWhatWasSold,
  type FirstPrices,
  type OfficePackage,
  type OfficePackageFields,
} from './office-package.ts';

export interface SaveOfficePackage {
  /** 0 adds a package type. */
  id: number;
  /** The one that was seen; not read for a new one. */
  version: number;
  pack: OfficePackageFields;
  /** Of a new one; not read otherwise. */
  prices: FirstPrices;
}

const MAX_CREDITS = 99;

/**
 * The fields that the form does not set: defaults of a new package, or those of the existing one.
 */
const kept = (before: PackageType | undefined, prices: FirstPrices) =>
  ({
    purchasePriceCents: before?.purchasePriceCents ?? prices.purchasePriceCents,
    proctorFeeCents: before?.proctorFeeCents ?? prices.proctorFeeCents,
    active: before?.active ?? true,
    isStudyAbroad: before?.isStudyAbroad ?? false,
    vendorPackageVendorId: before?.vendorPackageVendorId ?? null,
    freeRetakeCredits: before?.freeRetakeCredits ?? 0,
  }) satisfies Partial<PackageFields>;

/**
 * Adds a package type, or changes it if the caller edited its current version. The credits, vendors
 * and exams of a sold package type cannot change. Refuses with invalid, package_not_found, changed
 * or sold. C-O24, R-557.
 */
export async function saveOfficePackage(
  call: Call,
  input: SaveOfficePackage,
): Promise<OfficePackage> {
  if (input.pack.numberOfCredits < 1 || input.pack.numberOfCredits > MAX_CREDITS)
    throw invalid({ path: 'numberOfCredits', message: 'Credits must be 1 to 99.' });
  const id = await commandWithPrefetch(
    call,
    { name: 'saveOfficePackage', input, ask: () => refuseSold(call, input) },
    (tx) => save(tx, input),
  );
  const saved = await officePackage(call, id);
  if (saved === undefined) throw domainError('package_not_found');
  return saved;
}

/** Runs before the transaction, which compares the version. */
async function refuseSold({ db }: Call, { id, pack }: SaveOfficePackage): Promise<null> {
  const [before] = id === 0 ? [] : await readPackages(db, [id]);
  if (before === undefined || !changesWhatWasSold(before, pack)) return null;
  if (((await soldPackages([id])).get(id) ?? 0) > 0) throw domainError('sold');
  return null;
}

async function save(tx: Tx, { id, version: seen, pack, prices }: SaveOfficePackage) {
  const version = await bumpVersion(tx, 'packages');
  const before = id === 0 ? undefined : await packageAsSeen(tx, id, seen);
  const whole = { ...pack, ...kept(before, prices) };
  const [first, ...others] = packageErrors(whole);
  if (first) throw invalid(first, ...others);
  return (await writePackage(tx, { id, version, before, pack: whole })).id;
}

/**
 * Returns the package if the caller saw its current version. Refuses with package_not_found or
 * changed.
 */
export async function packageAsSeen(tx: Tx, id: number, seen: number): Promise<PackageType> {
  const [[before], [kept]] = [await readPackages(tx, [id]), await versionsOf(tx, [id])];
  if (before === undefined || kept === undefined) throw domainError('package_not_found');
  if (kept.version !== seen) throw versionConflict(kept.lastChangeBy);
  return before;
}
