import type { Tx } from '@portal/kit/commands/command';
import { addBar } from '../../records/files/set-bar.ts';
import { barLevels } from '../../records/students/bar-rules.ts';

/** The reason of the bar during the removal, as the file shows it. */
const REASON = 'Personal data is being removed';

/**
 * Ends sign-in, and lets nothing new begin, for a student whose file is held, by a bar of the
 * blanking's own: others may end or be lifted while it waits. Gives the bar's id. R-590
 */
export const keepOut = (tx: Tx, studentId: number): Promise<number> =>
  addBar(tx, studentId, { levels: [...barLevels], until: null, reason: REASON });
