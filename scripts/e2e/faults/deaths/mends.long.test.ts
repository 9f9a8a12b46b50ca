import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { mendKills } from './office/mend-kills.ts';

// Services that die while settled days are compared and mended, on real processes; after each the
// invariants are swept.

mendKills(withHurtPortal());
