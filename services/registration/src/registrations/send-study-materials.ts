import { serviceActor, studentInView } from '@portal/kit/actor';
import { type Call, command } from '@portal/kit/command';
import { conflict, forbidden, notFound, tooMany } from '@portal/kit/errors';
import { StudyMaterialsSent } from '@portal/proto/registration/v1/events';
import { exams, students } from '../clients.ts';
import { checkStudent } from '../copies/check-student.ts';
import { studyMaterialsLetter } from './letters.ts';
import { countMaterialsSent, lockMaterialsSent, lockOfExam, noteMaterialsSent, readOfExam } from './store.ts';

const AN_HOUR = 5;

export interface SendStudyMaterials {
  examId: number;
}

const notRegistered = () => forbidden('not_registered', 'Register for this exam to get its study materials.');

/**
 * Mails the links to the study materials of an exam the student in view has registered; answers the address (C-S14, R-123).
 * Refuses with not_registered, no_study_materials, no_email, or too_many_tries after five in an hour.
 */
export async function sendStudyMaterials(call: Call, input: SendStudyMaterials): Promise<{ sentTo: string }> {
  await checkStudent(call);
  const studentId = studentInView(call.actor);
  if ((await readOfExam(call.db, studentId, input.examId)).length === 0) throw notRegistered();
  const by = { actor: serviceActor('registration'), requestId: call.requestId };
  const [offered, known] = await Promise.all([
    exams.getExams({ ids: [input.examId] }, by),
    students.listStudents({ ids: [studentId], limit: 1 }, by),
  ]);
  const exam = offered.exams[0];
  const student = known.students[0];

  const send = command('sendStudyMaterials', async (tx, { examId }: SendStudyMaterials) => {
    if ((await lockOfExam(tx, studentId, examId)) === 0) throw notRegistered();
    if (!exam || exam.studyMaterials.length === 0) throw notFound('no_study_materials', 'There are no study materials for this exam.');
    if (!student?.email) throw conflict('no_email', 'There is no email address on record. Please call the office.');
    await lockMaterialsSent(tx, studentId);
    if ((await countMaterialsSent(tx, studentId, tx.now)) >= AN_HOUR) {
      throw tooMany('too_many_tries', 'Too many mails in one hour. Please try again later.', { retryAfter: 3600 });
    }
    await noteMaterialsSent(tx, studentId, examId, tx.now);
    tx.mail({ key: `study_materials:${call.requestId}:${call.key}`, to: student.email, ...studyMaterialsLetter(student.firstName, exam) });
    tx.emit(StudyMaterialsSent, { studentId, examId });
    tx.audit({ op: 'action', table: 'registration', id: examId, studentId, change: { studyMaterialsSent: examId } });
    return { sentTo: student.email };
  });
  return send(call, input);
}
