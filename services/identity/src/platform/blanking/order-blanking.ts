import { studentInView } from '@portal/kit/auth/actor';
import { type Call, command, commandWithPrefetch, type Tx } from '@portal/kit/commands/command';
import { languageOf } from '@portal/kit/email/language';
import { invalid } from '@portal/kit/errors';
import { uuidv7 } from '@portal/kit/ids';
import { domainError } from '../../errors.ts';
import { listBars } from '../../records/files/bar-store.ts';
import { lockFile } from '../../records/files/lock-file.ts';
import { liftBar } from '../../records/files/set-bar.ts';
import { stateOf as barState } from '../../records/students/bar-rules.ts';
import { findStudent } from '../../records/students/find-students.ts';
import { askOwners, type BlankingObstacles } from './ask-owners.ts';
import { blankingEmail } from './blanking-email.ts';
import { blankOn, isName, refusedBy } from './blanking-rules.ts';
import { findBlanking, insertBlanking, noteWithdrawn } from './blanking-store.ts';
import { keepOut } from './keep-out.ts';

export interface Blanking {
  blankOn: Date;
  creditsForfeited: number;
}
interface Order {
  reason: string;
  forfeitCredits: boolean;
  confirmName: string;
}

const noStudent = () => domainError('student_not_found', 'No student found');

async function obstaclesOf(
  { db, actor, requestId }: Call,
  studentId: number,
): Promise<BlankingObstacles> {
  const student = await findStudent(db, studentId);
  if (student === undefined) throw noStudent();
  return askOwners(student, { actor, requestId });
}

function checkObstacles({ reasons, credits }: BlankingObstacles, forfeitCredits: boolean): void {
  if (reasons.length > 0) throw domainError('cannot_blank', { reasons });
  if (credits > 0 && !forfeitCredits)
    throw domainError('has_credits', `The student has ${credits} credits.`);
}

function reasonOf(typed: string): string {
  const reason = typed.trim().normalize('NFC');
  if (reason.length < 3 || reason.length > 500)
    throw invalid({ path: 'reason', message: 'Give a reason of 3 to 500 characters.' });
  return reason;
}

/**
 * Previews blanking the student in view (C-O60). Refuses with student_not_found, cannot_blank,
 * has_credits, blanking_waits, blanking_runs or already_blanked.
 */
export async function previewBlanking(call: Call, forfeitCredits: boolean): Promise<Blanking> {
  const studentId = studentInView(call.actor);
  const known = await findBlanking(call.db, studentId);
  if (known !== undefined) throw domainError(refusedBy(known));
  const standing = await obstaclesOf(call, studentId);
  checkObstacles(standing, forfeitCredits);
  return { blankOn: blankOn(call.now), creditsForfeited: standing.credits };
}

/**
 * Closes the account of the student in view at once, tells them, and has the personal data removed
 * in 72 hours (C-O60, R-589, R-590). Refuses with student_not_found, invalid, name_differs,
 * cannot_blank, has_credits, blanking_waits, blanking_runs or already_blanked.
 */
export async function orderBlanking(call: Call, order: Order): Promise<Blanking> {
  const studentId = studentInView(call.actor);
  const reason = reasonOf(order.reason);
  const input = { ...order, reason, studentId };
  const ask = () => obstaclesOf(call, studentId);
  return commandWithPrefetch(call, { name: 'orderBlanking', input, ask }, async (tx, standing) => {
    await lockFile(tx, studentId);
    const student = await findStudent(tx, studentId);
    if (student === undefined) throw noStudent();
    const known = await findBlanking(tx, studentId);
    if (known !== undefined) throw domainError(refusedBy(known));
    if (!isName(order.confirmName, student)) throw domainError('name_differs');
    checkObstacles(standing, order.forfeitCredits);
    const [id, when] = [uuidv7(), blankOn(tx.now)];
    await insertBlanking(tx, {
      id,
      studentId,
      reason,
      askedById: tx.actor.id,
      askedBy: tx.actor.name,
      askedAt: tx.now,
      blankOn: when,
      barId: await keepOut(tx, studentId),
    });
    const { email: to, firstName, language } = student;
    if (to !== null)
      tx.mail(
        blankingEmail({
          blankingId: id,
          to,
          firstName,
          language: languageOf(language),
          blankOn: when,
        }),
      );
    const change = { blankOn: when.toISOString(), credits: standing.credits };
    tx.audit({ op: 'action', table: 'blanking', id, studentId, change });
    return { blankOn: when, creditsForfeited: standing.credits };
  });
}

const withdraw = command(
  'withdrawBlanking',
  async (
    tx: Tx,
    { studentId, confirmName, reason }: Omit<Order, 'forfeitCredits'> & { studentId: number },
  ) => {
    await lockFile(tx, studentId);
    const student = await findStudent(tx, studentId);
    if (student === undefined) throw noStudent();
    const known = await findBlanking(tx, studentId);
    if (known === undefined) throw domainError('request_not_found');
    if (known.begunAt !== null) throw domainError(refusedBy(known));
    if (!isName(confirmName, student)) throw domainError('name_differs');
    await noteWithdrawn(tx, known.id, tx.actor.name, tx.now);
    const bar = (await listBars(tx, studentId)).find(({ id }) => id === known.barId);
    if (bar !== undefined && barState(bar, tx.now) === 'in_force')
      await liftBar(tx, studentId, { barId: bar.id, reason });
    const change = { withdrawn: true };
    tx.audit({ op: 'action', table: 'blanking', id: known.id, studentId, change });
    return { blankOn: known.blankOn };
  },
);

/**
 * Takes a blanking back that has not begun, and lets the student in again. Refuses with
 * student_not_found, invalid, name_differs, request_not_found, blanking_runs or already_blanked.
 */
export const withdrawBlanking = async (
  call: Call,
  { reason, confirmName }: Omit<Order, 'forfeitCredits'>,
): Promise<{ blankOn: Date }> =>
  withdraw(call, {
    studentId: studentInView(call.actor),
    confirmName,
    reason: reasonOf(reason),
  });
