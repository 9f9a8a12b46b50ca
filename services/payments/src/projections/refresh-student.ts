import { studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { askStudents, takeStudents } from './fetch-projections.ts';

/** Takes over what identity says of the student in view now, unless the copy is as new. */
export async function refreshStudent({ db, actor }: Call): Promise<void> {
  await takeStudents(db, await askStudents([studentInView(actor)]));
}
