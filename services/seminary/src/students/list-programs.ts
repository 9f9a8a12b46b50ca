import { studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { findSeminaries, findStudentPrograms } from './store.ts';

/** Seminaries by name. */
export const listSeminaries = ({ db }: Call) => findSeminaries(db);

/** Programmes of seminary study that the student in view has joined. */
export const listStudentPrograms = ({ db, actor }: Call) =>
  findStudentPrograms(db, studentInView(actor));
