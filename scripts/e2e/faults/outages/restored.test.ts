import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { restored } from './restored.ts';

// Databases that are put back to an earlier moment, on real processes; after each the invariants
// are swept.

restored(withHurtPortal());
