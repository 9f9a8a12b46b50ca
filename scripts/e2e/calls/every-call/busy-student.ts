import { getPackagesTypesToDisplay } from '@portal/contract/purchases/payments';
import type { Things } from '@portal/contract/testing/example-things';
import { booked, examThat, isPlain, savedCard } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { aStudent, type SignedIn } from '../../people/students.ts';

/** Creates a student with a saved card and a booked exam; `things` are the student's ids. */
export async function aBusyStudent(): Promise<{ student: SignedIn; things: Things }> {
  const [student, sessionId] = await Promise.all([aStudent({ credits: 8 }), aSession()]);
  const { person } = student;
  const { ccId } = await savedCard(person);
  const { exam, registrationId } = await booked(person, await examThat(person, isPlain), sessionId);
  const { packages } = await person.do(getPackagesTypesToDisplay, {});
  return {
    student,
    things: { examId: exam.id, registrationId, sessionId, packageId: packages[0]?.id ?? 0, ccId },
  };
}
