import { notAllowed } from '@portal/kit/actor';
import type { Call } from '@portal/kit/command';
import { students } from '../clients.ts';

/** A student sees and pays for her own record at TTI only; staff were let in by their role. Refuses with forbidden. */
export async function checkOwnRecord({ actor, requestId }: Call, ttiStudentId: string): Promise<void> {
  if (actor.kind !== 'student') return;
  const { student } = await students.getStudent({}, { actor, requestId });
  if (!student?.ttiStudentId || student.ttiStudentId !== ttiStudentId) throw notAllowed();
}
