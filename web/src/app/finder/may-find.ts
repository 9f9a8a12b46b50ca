import { can } from '@portal/access/can';
import { readSession } from '../../shared/session/session.ts';

/** Whether the account may open a page of those it finds. */
export function mayFind(): boolean {
  const account = readSession();
  return (
    can(account, 'student.find') && (can(account, 'exam.list') || can(account, 'student_info.read'))
  );
}
