import { bulkKills } from './bulk-kills.ts';
import { kills } from './kills.ts';
import { logs } from './logs.ts';
import { onlineKills } from './online-kills.ts';
import { retakeKills } from './retake-kills.ts';
import { studyKills } from './study-kills.ts';
import { withHurtPortal } from './with-hurt-portal.ts';

// Services that die at the steps of their work, on real processes; after each the invariants are swept.

const it = withHurtPortal();
kills(it);
onlineKills(it);
bulkKills(it);
retakeKills(it);
studyKills(it);
logs(it);
