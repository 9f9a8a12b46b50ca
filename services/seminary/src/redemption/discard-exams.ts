import { studentInView } from '@portal/kit/auth/actor';
import { type Call, commandWithPrefetch, composeOnce, type Tx } from '@portal/kit/commands/command';
import { Discarded } from '@portal/proto/seminary/v1/events';
import { confirmedMatch } from './get-courses.ts';
import { linkTo } from './link-to.ts';
import { notifyTal } from './notify-tal.ts';
import { type Decided, openForDeciding, type RedeemExams } from './redeem-exams.ts';
import { discardBlock } from './redeem-rules.ts';
import { listExams, noteDiscarded } from './store.ts';

async function discard(tx: Tx, input: RedeemExams): Promise<{ examIds: number[] }> {
  const { studentId, seminaryStudentId } = input;
  const row = await openForDeciding(tx, input);
  const exams = await listExams(tx, seminaryStudentId);
  const block = discardBlock({ redeemedExams: row.redeemedExams, exams: exams.length });
  if (block) throw block;
  await linkTo(tx, row, studentId, () => noteDiscarded(tx, seminaryStudentId, studentId, tx.now));
  const examIds = exams.map(({ examId }) => examId);
  tx.emit(Discarded, { seminaryStudentId, studentId });
  tx.audit({
    op: 'action',
    table: 'seminary_student',
    id: seminaryStudentId,
    studentId,
    change: {
      discarded: examIds,
      ...(row.studentId === null ? { studentId: [null, studentId] } : {}),
    },
  });
  return { examIds };
}

/**
 * Discards the exams of a seminary student for good: they never appear on a transcript (C-A61,
 * Z-05). Refuses with wrong_student, already_redeemed or no_redeemable_exams.
 */
export async function discardExams(call: Call, seminaryStudentId: number): Promise<Decided> {
  const input = { studentId: studentInView(call.actor), seminaryStudentId };
  const ask = () => confirmedMatch(call, input.studentId, seminaryStudentId);
  const { examIds } = await commandWithPrefetch(call, { name: 'discardExams', input, ask }, (tx) =>
    discard(tx, input),
  );
  // a replay gives the first response, even if TAL has been notified since
  const announced = await composeOnce(call, {
    name: 'discardExams.tell',
    input,
    compose: () => notifyTal(call, seminaryStudentId, true),
  });
  const notice = announced
    ? 'TAL was told.'
    : 'TAL could not be reached; it is told again until it knows.';
  return { message: `The exams were discarded. ${notice}`, examIds };
}
