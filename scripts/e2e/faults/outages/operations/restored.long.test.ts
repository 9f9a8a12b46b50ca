import { withHurtPortal } from '../../harness/with-hurt-portal.ts';
import { restoredAll } from './restored.ts';

// All databases are restored to an earlier moment, on real processes; after it the invariants are
// swept.

restoredAll(withHurtPortal());
