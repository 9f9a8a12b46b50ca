import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { blankedAgain } from './blanked-again.ts';

// Databases that are put back to a moment at which somebody was not blanked yet, on real processes.

blankedAgain(withHurtPortal({ own: true })); // nobody else may have been blanked in it
