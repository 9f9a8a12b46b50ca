import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { invalid } from '@portal/kit/errors';
import { ExamChanged, OfficeListsChanged } from '@portal/proto/catalog/v1/events';
import { changes } from '../changes.ts';
import { domainError } from '../errors.ts';
import { bumpVersion } from '../list-version.ts';
import { versionConflict } from '../version-conflict.ts';
import {
  insertVendor,
  markExamsOf,
  readVendors,
  updateVendor,
  type Vendor,
} from './vendor-store.ts';

export interface SaveVendor {
  /** 0 adds a vendor. */
  id: number;
  name: string;
  fullname: string;
}

/** Adds or renames a vendor. Refuses with invalid, vendor_not_found or name_taken. C-O25. */
export async function saveVendor(call: Call, wanted: SaveVendor): Promise<Vendor> {
  const { name, fullname } = wanted;
  if (name === '' || name.length > 30) throw invalid({ path: 'name', message: 'Name invalid' });
  if (fullname === '' || fullname.length > 100)
    throw invalid({ path: 'fullname', message: 'Full name invalid' });
  try {
    return vendorNow(call, await save(call, wanted));
  } catch (error) {
    throw isDuplicate(error, 'vendor_name') || isDuplicate(error, 'vendor_name_key')
      ? domainError('name_taken')
      : error;
  }
}

async function vendorNow({ db }: Call, id: number): Promise<Vendor> {
  const [vendor] = await readVendors(db, id);
  if (vendor === undefined) throw domainError('vendor_not_found');
  return vendor;
}

const save = command('saveVendor', async (tx: Tx, wanted: SaveVendor): Promise<number> => {
  const { id, name, fullname } = wanted;
  // exams carry the names of their vendor
  const version = await bumpVersion(tx, 'exams');
  const by = { by: tx.actor.name, now: tx.now };
  tx.emit(OfficeListsChanged, { version });
  if (id === 0) {
    const added = await insertVendor(tx, { name, fullname }, by);
    tx.audit({ op: 'insert', table: 'vendor', id: added, change: { name, fullname } });
    return added;
  }
  const [before] = await readVendors(tx, id);
  if (before === undefined) throw domainError('vendor_not_found');
  await updateVendor(tx, { id, name, fullname, active: before.active }, by);
  for (const examId of await markExamsOf(tx, id, version))
    tx.emit(ExamChanged, { examId, version });
  const [from, to] = [
    { name: before.name, fullname: before.fullname },
    { name, fullname },
  ];
  tx.audit({ op: 'update', table: 'vendor', id, change: changes(from, to) });
  return id;
});

export interface RetireVendor {
  id: number;
  version: number;
  /** Brings it back. */
  active: boolean;
}

const retire = command(
  'retireVendor',
  async (tx: Tx, { id, version: seen, active }: RetireVendor): Promise<null> => {
    const version = await bumpVersion(tx, 'exams');
    const [before] = await readVendors(tx, id);
    if (before === undefined) throw domainError('vendor_not_found');
    if (before.version !== seen) throw versionConflict(before.lastChangeBy);
    if (!active && before.inUse > 0)
      throw domainError('vendor_in_use', `${before.inUse} exams of this vendor are active.`);
    if (before.active === active) return null;
    await updateVendor(tx, { ...before, active }, { by: tx.actor.name, now: tx.now });
    tx.emit(OfficeListsChanged, { version });
    tx.audit({ op: 'update', table: 'vendor', id, change: { active: [before.active, active] } });
    return null;
  },
);

/**
 * Takes a vendor off those that exams are added for, or brings it back. Refuses with
 * vendor_not_found, changed or vendor_in_use. C-O29, R-557.
 */
export async function retireVendor(call: Call, wanted: RetireVendor): Promise<Vendor> {
  await retire(call, wanted);
  return vendorNow(call, wanted.id);
}
