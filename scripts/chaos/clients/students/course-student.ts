import {
  getCoopersmithAssignments,
  uploadCoopersmithAssignment,
} from '@portal/contract/courses/assignments';
import type { Exam } from '@portal/contract/exams/exam';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import { aNewCard } from '../../../e2e/cards/card.ts';
import { anEssay } from '../../../e2e/exams/assignments.ts';
import type { Subject } from './about.ts';
import { payFees, register } from './exam-calls.ts';

const isCourse = (exam: Exam): boolean =>
  exam.vendor_id === 3 &&
  exam.assignments &&
  exam.credits <= 3 &&
  exam.phonesystem_active &&
  exam.fitRequirements &&
  exam.registration_id === null;

/** Takes a course at Coopersmith, pays its fee and submits every assignment. */
export async function takeCourse(subject: Subject, sandboxUrl: string): Promise<void> {
  const { client, studentId } = subject;
  const exams = () => client.read(getAllExamsAccordingStudent, {});
  const exam = (await exams()).exams.find(isCourse);
  if (!exam) return;
  const registered = await register(subject, exam);
  if (!registered.isDone || registered.body.registrationId === null) return;
  const { registrationId } = registered.body;
  const row = (await exams()).exams.find(({ id }) => id === exam.id) as Exam;
  const card = await client.untilAnswered(() => aNewCard(sandboxUrl));
  await payFees(subject, { exam: row, registrationId }, { kind: 'new', card });
  const about = { registrationId, examId: exam.id };
  const { assignments } = await client.read(getCoopersmithAssignments, about);
  for (const { studentAssignmentId } of assignments) {
    await client.think(2000);
    if (client.isStopped) return;
    const text = `Essay ${studentAssignmentId} of ${registrationId}`;
    await client.change(
      uploadCoopersmithAssignment,
      { regId: registrationId, studentAssignmentId, assignment: anEssay(text) } as never,
      {
        studentId,
        effect: () => ({ partner: `coopersmith ${registrationId} ${studentAssignmentId}` }),
      },
    );
  }
}
