import type { Exam } from '@portal/contract/exams/exam';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import { addStudentExamToProctor, startExam } from '@portal/contract/sessions/online';
import { aNewCard } from '../../../e2e/cards/card.ts';
import { asProctor, finishRun, isOnline, keyOf, startLinkOf } from '../../../e2e/exams/online.ts';
import { Person } from '../../../portal-user/person.ts';
import type { Subject } from './about.ts';
import { payFees, register } from './exam-calls.ts';

/** Registers an exam, pays its fees, books the proctor, and takes the exam at home to its end. */
export async function sitAtHome(subject: Subject, sandboxUrl: string): Promise<void> {
  const { client, studentId } = subject;
  const exams = () => client.read(getAllExamsAccordingStudent, {});
  const exam = (await exams()).exams.find((one) => isOnline(one) && one.credits <= 6);
  if (!exam) return;
  const registered = await register(subject, exam);
  if (!registered.isDone || registered.body.registrationId === null) return;
  const { registrationId } = registered.body;
  const row = (await exams()).exams.find(({ id }) => id === exam.id) as Exam;
  const card = await client.untilAnswered(() => aNewCard(sandboxUrl));
  await payFees(subject, { exam: row, registrationId }, { kind: 'new', card });
  const booked = await client.change(
    addStudentExamToProctor,
    { examId: exam.id, registrationId },
    {
      studentId,
      effect: ({ proctorUuid }) => ({ partner: `proctor ${registrationId} ${proctorUuid}` }),
    },
  );
  if (!booked.isDone) return;
  const { proctorUuid } = booked.body;
  const statusOf = async () =>
    (await exams()).exams.find(({ id }) => id === exam.id)?.status ?? 'none';
  const comesTo = (status: string, act: () => Promise<void>) =>
    client.until(async () => {
      if ((await statusOf()) === status) return true;
      await act().catch(() => {}); // the partner may have done it despite the error
      return (await statusOf()) === status;
    });
  await comesTo('online_access', () => asProctor(proctorUuid, 'let_in'));
  const url = await client.untilAnswered(() => openExam(proctorUuid, client.person.url));
  await comesTo('taken', () => finishRun(url));
}

/** Opens the start link in a separate browser; returns undefined while that has no answer. */
async function openExam(proctorUuid: string, url: string): Promise<string | undefined> {
  const { student_id, exam_id, registration_id, token } = keyOf(await startLinkOf(proctorUuid));
  const ids = { studentId: student_id, examId: exam_id, registrationId: registration_id };
  const browser = new Person(url, { timeoutMs: 40_000 });
  const answer = await browser.send<{ url: string }>('POST', startExam.path, JSON.stringify(ids), {
    authorization: `Bearer ${token}`,
  });
  return answer.status === 200 ? answer.body.url : undefined;
}
