import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { logs } from '../logs.ts';
import { balanceControl, bulkKillsAtEveryStep, bulkKillsInTheMiddle } from './bulk-kills.ts';
import { onePaymentKills } from './one-payment-kills.ts';
import { onlineKills } from './online-kills.ts';
import { retakeKills } from './retake-kills.ts';
import { schoolPaymentControl, schoolPaymentKills } from './school-payment-kills.ts';
import { studyKills } from './study-kills.ts';

// Services that die at the steps of all other commands with several steps, on real processes; after
// each the invariants are swept.

const it = withHurtPortal();
onePaymentKills(it);
onlineKills(it);
bulkKillsAtEveryStep(it);
bulkKillsInTheMiddle(it, ['schools', 'payments', 'registration']);
balanceControl();
retakeKills(it);
studyKills(it);
schoolPaymentKills(it);
schoolPaymentControl();
logs(it);
