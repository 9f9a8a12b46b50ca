import { isStaff, serviceActor, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { exams } from '../clients.ts';
import { notRegistered } from './send-study-materials.ts';
import { hasRegistered } from './store.ts';

/**
 * Where a study material of the catalogue is, or its file: for staff, and for a student with
 * a registration of its exam that is not cancelled. Staff open one that is not offered any more,
 * too. Refuses with material_not_found or not_registered.
 */
export async function openStudyMaterial(
  { db, actor, requestId }: Call,
  { materialId, withFile }: { materialId: number; withFile: boolean },
): Promise<{ displayTitle: string; url: string; file?: { name: string; content: Buffer } }> {
  const by = { actor: serviceActor('registration'), requestId };
  const withRetired = isStaff(actor);
  const ask = (request: { withFile: boolean }) =>
    exams.getStudyMaterial({ materialId, withRetired, ...request }, by);
  const { examId, material } = await ask({ withFile: false });
  if (!material) throw new Error(`no answer about study material ${materialId}`);
  const isAllowed = isStaff(actor) || (await hasRegistered(db, studentInView(actor), examId));
  if (!isAllowed) throw notRegistered();
  // asked for only now: a file may be large, and not everybody may open it
  const { file } = withFile ? await ask({ withFile }) : {};
  return { displayTitle: material.displayTitle, url: material.url, ...(file ? { file } : {}) };
}
