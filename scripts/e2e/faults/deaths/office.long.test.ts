import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { materialKills } from './office/material-kills.ts';
import { officeKills } from './office/office-kills.ts';
import { callOffKills } from './sessions/call-off-kills.ts';

// Services that die at the steps of the office's commands for a student, on real processes; after
// each the invariants are swept.

const hurt = withHurtPortal();
officeKills(hurt);
callOffKills(hurt);
materialKills(hurt);
