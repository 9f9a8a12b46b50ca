import { studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { findResults } from './store.ts';

/** Results of the student in view at all vendors, newest first within a vendor. */
export const listResults = ({ db, actor }: Call) => findResults(db, studentInView(actor));
