import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { blankingKills } from './students/blanking-kills.ts';
import { exportKills } from './students/export-kills.ts';

// Services that die while a student's data are collected, and while a person is blanked, on real
// processes; after each the invariants are swept.

const hurt = withHurtPortal();
exportKills(hurt);
blankingKills(hurt);
