import { withHurtPortal } from '../../harness/with-hurt-portal.ts';
import { blankedAgain } from './blanked-again.ts';

// Databases that are restored to a moment before a blanking, on real processes.

blankedAgain(withHurtPortal({ own: true })); // no other student may have been blanked in it
