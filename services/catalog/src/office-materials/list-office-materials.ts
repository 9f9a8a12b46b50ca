import type { Call } from '@portal/kit/commands/command';
import { linkOf } from '../exams/get-study-material.ts';
import { openRegistrations } from '../office-exams/list-office-exams.ts';
import { type KeptMaterial, readMaterials } from './office-material-store.ts';

/** A study material as the office sees it; the url of a file is empty. */
export interface OfficeMaterial extends KeptMaterial {
  /** Open registrations of its exam. */
  inUse: number;
}

export interface ListOfficeMaterials {
  /** Includes retired ones. */
  retired: boolean;
  search: string | null;
  /** Only these; empty: all. */
  ids: number[];
}

/** Study materials by exam and title, with how many are registered for each exam. C-O22. */
export async function listOfficeMaterials(
  { db }: Pick<Call, 'db'>,
  { retired, search, ids }: ListOfficeMaterials,
): Promise<OfficeMaterial[]> {
  const wanted = search?.toLowerCase() ?? '';
  const materials = (await readMaterials(db, ids.length > 0 ? ids : null))
    .filter(({ active }) => retired || active)
    .filter(({ subject, secularNumber, displayTitle }) =>
      [subject, secularNumber, displayTitle].some((text) => text.toLowerCase().includes(wanted)),
    );
  const uses = await openRegistrations([...new Set(materials.map(({ examId }) => examId))]);
  return materials.map((material) => ({
    ...material,
    url: linkOf(material.url),
    inUse: uses.get(material.examId) ?? 0,
  }));
}

/** Returns one material as the office sees it; undefined if there is none. */
export const officeMaterial = async (call: Call, id: number): Promise<OfficeMaterial | undefined> =>
  (await listOfficeMaterials(call, { retired: true, search: null, ids: [id] }))[0];
