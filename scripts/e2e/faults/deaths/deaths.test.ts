import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { balanceRace, bulkKillsAfterTheCharge } from './purchases/bulk-kills.ts';
import { killsAfterTheCharge, killsControl, killsInTheMiddle } from './purchases/kills.ts';
import { schoolPaymentLost } from './purchases/school-payment-kills.ts';
import { CHARGED, studyKills } from './purchases/study-kills.ts';
import { lastSeatKills } from './sessions/walk-in-kills.ts';

// Services that die after a charge, and while the last seat is booked, on real processes; after
// each the invariants are swept. Every other step to die at is in the long suite.

const hurt = withHurtPortal();
killsAfterTheCharge(hurt);
killsInTheMiddle(hurt, ['payments']);
killsControl(hurt);
studyKills(hurt, CHARGED);
bulkKillsAfterTheCharge(hurt);
balanceRace();
schoolPaymentLost();
lastSeatKills(hurt, [{ who: 'a walk-in', mark: 'registration addWalkIn.commit', isAtHome: false }]);
