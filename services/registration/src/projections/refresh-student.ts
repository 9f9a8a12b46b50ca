import { studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { askStudents } from './read-projections.ts';
import { keepStudents } from './store.ts';

/** Takes over what identity says of the student in view now, unless the copy is as new. */
export async function refreshStudent({ db, actor }: Call): Promise<void> {
  await keepStudents(db, await askStudents([studentInView(actor)]));
}
