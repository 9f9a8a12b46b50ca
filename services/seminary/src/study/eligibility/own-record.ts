import type { Call } from '@portal/kit/commands/command';
import { students } from '../../clients.ts';
import { domainError } from '../../errors.ts';

/**
 * Lets students see and pay for their own record at TTI only; staff are authorised by their role
 * . Refuses with other_student.
 */
export async function checkOwnRecord(
  { actor, requestId }: Call,
  ttiStudentId: string,
): Promise<void> {
  if (actor.kind !== 'student') return;
  const { student } = await students.getStudent({}, { actor, requestId });
  const isOwn = student?.ttiStudentId !== undefined && student.ttiStudentId === ttiStudentId;
  if (!isOwn) throw domainError('other_student');
}
