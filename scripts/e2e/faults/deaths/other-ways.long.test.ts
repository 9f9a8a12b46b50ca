import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { logs } from '../logs.ts';
import { retakeKills } from './office/retake-kills.ts';
import {
  balanceControl,
  bulkKillsAtEveryStep,
  bulkKillsInTheMiddle,
} from './purchases/bulk-kills.ts';
import { onePaymentKills } from './purchases/one-payment-kills.ts';
import { onlineKills } from './purchases/online-kills.ts';
import { schoolPaymentControl, schoolPaymentKills } from './purchases/school-payment-kills.ts';
import { studyKills } from './purchases/study-kills.ts';

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
