import { studentInView } from '@portal/kit/actor';
import type { Call } from '@portal/kit/command';
import { findResults } from './store.ts';

/** Results of the student in view at all vendors, newest first within a vendor. */
export const listResults = ({ db, actor }: Call) => findResults(db, studentInView(actor));
