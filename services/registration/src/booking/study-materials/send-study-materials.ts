import { serviceActor, studentInView } from '@portal/kit/auth/actor';
import { type Call, commandWithPrefetch } from '@portal/kit/commands/command';
import { languageOf } from '@portal/kit/email/language';
import { StudyMaterialsSent } from '@portal/proto/registration/v1/events';
import { exams, students } from '../../clients.ts';
import { studyMaterialsEmail } from '../../emails/registration-emails.ts';
import { domainError } from '../../errors.ts';
import {
  countMaterialsSent,
  hasRegistered,
  lockMaterialsSent,
  lockOfExam,
  noteMaterialsSent,
} from './store.ts';

const AN_HOUR = 5;

export interface SendStudyMaterials {
  examId: number;
}

/** Only students registered for the exam get its study materials. */
export const notRegistered = () =>
  domainError('not_registered', 'Register for this exam to get its study materials.');

/**
 * Mails the links to the study materials of an exam the student in view has registered; returns the
 * address (C-S14, R-123). Throws not_registered, no_study_materials, no_email, or too_many_tries
 * after five in an hour.
 */
export async function sendStudyMaterials(
  call: Call,
  input: SendStudyMaterials,
): Promise<{ sentTo: string }> {
  const studentId = studentInView(call.actor);
  const { examId } = input;
  const ask = async () => {
    if (!(await hasRegistered(call.db, studentId, examId))) throw notRegistered();
    const by = {
      actor: serviceActor('registration'),
      requestId: call.requestId,
      origin: call.origin,
    };
    const [offered, known] = await Promise.all([
      exams.getExams({ ids: [examId] }, by),
      students.listStudents({ ids: [studentId], limit: 1 }, by),
    ]);
    return { exam: offered.exams[0], student: known.students[0] };
  };
  const request = { name: 'sendStudyMaterials', input, ask };
  return commandWithPrefetch(call, request, async (tx, { exam, student }) => {
    if ((await lockOfExam(tx, studentId, examId)) === 0) throw notRegistered();
    if (!exam || exam.studyMaterials.length === 0) throw domainError('no_study_materials');
    if (!student?.email) throw domainError('no_email');
    await lockMaterialsSent(tx, studentId);
    if ((await countMaterialsSent(tx, studentId, tx.now)) >= AN_HOUR) {
      throw domainError('too_many_tries', { retryAfter: 3600 });
    }
    await noteMaterialsSent(tx, studentId, examId, tx.now);
    tx.mail({
      key: `study_materials:${studentId}:${call.key}`,
      to: student.email,
      ...studyMaterialsEmail(
        { firstName: student.firstName, language: languageOf(student.language) },
        exam,
      ),
    });
    tx.emit(StudyMaterialsSent, { studentId, examId });
    tx.audit({
      op: 'action',
      // of the exam: a student may be sent them without a registration
      table: 'exam',
      id: examId,
      studentId,
      change: { studyMaterialsSent: examId },
    });
    return { sentTo: student.email };
  });
}
