import { createHash } from 'node:crypto';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { invalid } from '@portal/kit/errors';
import { ExamChanged } from '@portal/proto/catalog/v1/events';
import { changes } from '../changes.ts';
import { domainError } from '../errors.ts';
import type { MaterialFile } from '../exams/get-study-material.ts';
import { readExams } from '../exams/list-exams.ts';
import { markChanged } from '../exams/mark-changed.ts';
import { bumpVersion } from '../list-version.ts';
import { versionConflict } from '../version-conflict.ts';
import { materialErrors, type WantedMaterialForm } from './check-material.ts';
import { type OfficeMaterial, officeMaterial } from './list-office-materials.ts';
import {
  dropFile,
  insertMaterial,
  type KeptMaterial,
  keepFile,
  type MaterialForm,
  readMaterials,
  updateMaterial,
} from './office-material-store.ts';

export interface SaveMaterial {
  /** 0 adds a material. */
  id: number;
  form: WantedMaterialForm;
  /** A PDF in place of a link; null: it is a link, or the current link or file stays. */
  file: MaterialFile | null;
}

/**
 * Adds a study material, or changes one of the office. Refuses with invalid, exam_not_found,
 * material_not_found, fetched or url_taken. C-O27, R-561.
 */
export async function saveMaterial(
  call: Call,
  { id, form, file }: SaveMaterial,
): Promise<OfficeMaterial> {
  const sha256 = file && createHash('sha256').update(file.content).digest('hex');
  const save = command(
    'saveMaterial',
    async (tx: Tx, wish: { id: number; form: WantedMaterialForm; sha256: string | null }) => {
      const version = await bumpVersion(tx, 'exams');
      const before = wish.id === 0 ? undefined : await officesOwn(tx, wish.id);
      const [wrong, ...others] = materialErrors(wish.form, {
        isNew: before === undefined,
        hasFile: sha256 !== null,
      });
      if (wrong) throw invalid(wrong, ...others);
      const [exam] = await readExams(tx, [wish.form.examId]);
      if (exam === undefined) throw domainError('exam_not_found');
      const saved = await write(tx, before, materialOf(before, wish, dayInNewYork(tx.now)));
      const by = { by: tx.actor.name, now: tx.now };
      if (file && sha256) await keepFile(tx, saved, { ...file, sha256 }, by);
      else if (wish.form.url !== null) await dropFile(tx, saved);
      await announceExams(tx, [before?.examId, wish.form.examId], version);
      return saved;
    },
  );
  try {
    // the fingerprint of the key is made of the hash of the file, not of all of it
    const saved = await save(call, { id, form, sha256 });
    return await materialNow(call, saved);
  } catch (error) {
    throw isDuplicate(error, 'study_material_exam_id_url_key') ? domainError('url_taken') : error;
  }
}

/** As it is to be: dated today when what it leads to changed. */
function materialOf(
  before: KeptMaterial | undefined,
  { form, sha256 }: { form: WantedMaterialForm; sha256: string | null },
  today: string,
): MaterialForm {
  const { examId, fileType, displayTitle } = form;
  const url = sha256 ? `file:${sha256}` : (form.url ?? before?.url ?? '');
  const lastUpdatedDate = before?.url === url ? before.lastUpdatedDate : today;
  const active = before?.active ?? true;
  return { examId, fileType, displayTitle, url, lastUpdatedDate, active };
}

/** Writes a material with its audit row and gives its id. */
async function write(
  tx: Tx,
  before: KeptMaterial | undefined,
  after: MaterialForm,
): Promise<number> {
  const by = { by: tx.actor.name, now: tx.now };
  if (before === undefined) {
    const id = await insertMaterial(tx, after, by);
    tx.audit({ op: 'insert', table: 'study_material', id, change: { ...after } });
    return id;
  }
  const { id, examId, fileType, displayTitle, url, lastUpdatedDate, active } = before;
  await updateMaterial(tx, id, after, by);
  const old = { examId, fileType, displayTitle, url, lastUpdatedDate, active };
  tx.audit({ op: 'update', table: 'study_material', id, change: changes(old, after) });
  return id;
}

/** A material that the office may change. Refuses with material_not_found or fetched. */
async function officesOwn(tx: Tx, id: number): Promise<KeptMaterial> {
  const [before] = await readMaterials(tx, [id]);
  if (before === undefined) throw domainError('material_not_found');
  if (before.fetched) throw domainError('fetched');
  return before;
}

/** Announces the exams of a changed material, since cached exams contain their materials. */
async function announceExams(
  tx: Tx,
  ids: readonly (number | undefined)[],
  version: number,
): Promise<void> {
  const examIds = [...new Set(ids.filter((id) => id !== undefined))];
  await markChanged(tx, examIds, { version, by: tx.actor.name, now: tx.now });
  for (const examId of examIds) tx.emit(ExamChanged, { examId, version });
}

async function materialNow(call: Call, id: number): Promise<OfficeMaterial> {
  const material = await officeMaterial(call, id);
  if (material === undefined) throw domainError('material_not_found');
  return material;
}

export interface RetireMaterial {
  id: number;
  version: number;
  /** Brings it back. */
  active: boolean;
}

const retire = command(
  'retireMaterial',
  async (tx: Tx, { id, version: seen, active }: RetireMaterial): Promise<null> => {
    const version = await bumpVersion(tx, 'exams');
    const before = await officesOwn(tx, id);
    if (before.version !== seen) throw versionConflict(before.lastChangeBy);
    if (before.active === active) return null;
    await write(tx, before, { ...before, active });
    await announceExams(tx, [before.examId], version);
    return null;
  },
);

/**
 * Takes a material of the office off what students see, or brings it back; one that comes from the
 * vendor follows what the vendor lists. Refuses with material_not_found, fetched or changed. C-O29,
 *
 */
export async function retireMaterial(call: Call, wanted: RetireMaterial): Promise<OfficeMaterial> {
  await retire(call, wanted);
  return materialNow(call, wanted.id);
}
