import { isStaff, serviceActor, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { exams } from '../../clients.ts';
import { notRegistered } from './send-study-materials.ts';
import { hasRegistered } from './store.ts';

/**
 * Returns the address or the file of a study material of the catalogue: for staff, and for
 * a student with an uncancelled registration of its exam. Staff may also open one that is not
 * offered any more. Throws material_not_found or not_registered.
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
  // read after the check: a file may be large, and not every caller may open it
  const { file } = withFile ? await ask({ withFile }) : {};
  return { displayTitle: material.displayTitle, url: material.url, ...(file ? { file } : {}) };
}
