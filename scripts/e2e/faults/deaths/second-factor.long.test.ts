import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { secondFactorKills } from './students/second-factor-kills.ts';

// Identity that dies while staff set up a second factor or prove one; after each the invariants are
// swept.

secondFactorKills(withHurtPortal());
