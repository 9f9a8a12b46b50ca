import { aStudent, type SignedIn } from '../people/students.ts';
import { booked, examThat, isPlain, registered, savedCard } from './registrations.ts';
import { aSession } from './sessions.ts';

/** A student with a saved card, and ids of exams. */
export interface StudentWithExams extends SignedIn {
  registeredId: number;
  bookedId: number;
  bookedRegistration: number;
}

/** Creates a student with credits who has one exam registered and another one booked. */
export async function aStudentWithExams(): Promise<StudentWithExams> {
  const student = await aStudent({ credits: 12 });
  const { person } = student;
  const sessionId = await aSession();
  await savedCard(person);
  const { exam } = await registered(person, await examThat(person, isPlain));
  const other = await examThat(person, (row) => isPlain(row) && row.id !== exam.id);
  const { registrationId } = await booked(person, other, sessionId);
  return {
    ...student,
    registeredId: exam.id,
    bookedId: other.id,
    bookedRegistration: registrationId,
  };
}
