import { type Call, command, inTransaction, type Tx } from '@portal/kit/commands/command';
import { ExamChanged, MaterialsUpdated } from '@portal/proto/catalog/v1/events';
import { domainError } from '../errors.ts';
import { markChanged } from '../exams/mark-changed.ts';
import { bumpVersion } from '../list-version.ts';
import {
  type ListedMaterial,
  listedMaterials,
  type MaterialVendor,
} from '../partners/tal-materials.ts';
import { getMaterials, type Materials } from './get-materials.ts';
import { closeUpdate, examsOfVendor, type FetchErrors, keepFetched, openUpdate } from './store.ts';
import { wantedMaterials } from './wanted-materials.ts';

const begin = command(
  'updateMaterials',
  async (tx: Tx, _input: Record<string, never>): Promise<number> => {
    const id = await openUpdate(tx, { by: tx.actor.name, now: tx.now });
    if (id === null) throw domainError('update_running');
    return id;
  },
);

/**
 * Fetches the study materials of TAL and CIS, one after the other, and stores what changed (C-S25).
 * The old ones of a partner that fails stay. Refuses with update_running, or with partner_failed
 * when both fail.
 */
export async function updateMaterials(call: Call): Promise<Materials & { updated: number }> {
  const id = await begin(call, {});
  const listed = { TAL: await listedMaterials('TAL'), CIS: await listedMaterials('CIS') };
  const errors = { talError: errorOf('TAL', listed.TAL), cisError: errorOf('CIS', listed.CIS) };
  const updated = await inTransaction(call, 'updateMaterials.store', (tx) =>
    store(tx, id, listed, errors),
  );
  if (errors.talError && errors.cisError) throw domainError('partner_failed');
  return { ...(await getMaterials(call)), updated };
}

const errorOf = (vendor: MaterialVendor, listed: ListedMaterial[] | null): string | null =>
  listed === null
    ? `The study materials of ${vendor} could not be fetched. ` +
      'The ones from before are still in use.'
    : null;

async function store(
  tx: Tx,
  id: number,
  listed: Record<MaterialVendor, ListedMaterial[] | null>,
  errors: FetchErrors,
): Promise<number> {
  // first, as every change of the list does it: changes follow each other from here on
  const version = await bumpVersion(tx, 'exams');
  const touched: number[] = [];
  for (const vendor of ['TAL', 'CIS'] as const) {
    const list = listed[vendor];
    if (list === null) continue;
    const exams = await examsOfVendor(tx, vendor);
    const ids = exams.map((exam) => exam.id);
    touched.push(...(await keepFetched(tx, ids, wantedMaterials(list, exams))));
  }
  const changed = [...new Set(touched)].sort((a, b) => a - b);
  await markChanged(tx, changed, { version, by: tx.actor.name, now: tx.now });
  await closeUpdate(tx, id, { ...errors, updated: touched.length }, tx.now);
  for (const examId of changed) tx.emit(ExamChanged, { examId, version });
  tx.emit(MaterialsUpdated, { version, updated: touched.length });
  tx.audit({
    op: 'action',
    table: 'material_update',
    id,
    change: { updated: touched.length, ...errors },
  });
  return touched.length;
}
