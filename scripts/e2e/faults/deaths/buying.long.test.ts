import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { logs } from '../logs.ts';
import { killsAtEveryStep, killsInTheMiddle } from './purchases/kills.ts';

// Services that die at the steps of buying, paying, booking and cancelling, on real processes;
// after each the invariants are swept.

const it = withHurtPortal();
killsAtEveryStep(it);
killsInTheMiddle(it);
logs(it);
