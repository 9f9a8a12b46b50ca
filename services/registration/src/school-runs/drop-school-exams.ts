import { command } from '@portal/kit/command';
import { dropWaiting } from './store.ts';

export interface DropSchoolExams {
  studentId: number;
  registrationIds: number[];
}

/** Takes hidden registrations of a school's run away that came to nothing; what is none any more is left alone. */
export const dropSchoolExams = command('dropSchoolExams', async (tx, { studentId, registrationIds }: DropSchoolExams) => {
  const dropped = await dropWaiting(tx, studentId, registrationIds);
  return { dropped };
});
