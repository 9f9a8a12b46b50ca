import { isStaff, serviceActor, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { exams } from '../clients.ts';
import { notRegistered } from './send-study-materials.ts';
import { hasRegistered } from './store.ts';

/**
 * Where a study material of the catalogue is: for staff, and for a student with a
 * registration of its exam that is not cancelled. Refuses with material_not_found or
 * not_registered.
 */
export async function openStudyMaterial(
  { db, actor, requestId }: Call,
  { materialId }: { materialId: number },
): Promise<{ displayTitle: string; url: string }> {
  const by = { actor: serviceActor('registration'), requestId };
  const { examId, material } = await exams.getStudyMaterial({ materialId }, by);
  if (!material) throw new Error(`no answer about study material ${materialId}`);
  const isAllowed = isStaff(actor) || (await hasRegistered(db, studentInView(actor), examId));
  if (!isAllowed) throw notRegistered();
  return { displayTitle: material.displayTitle, url: material.url };
}
