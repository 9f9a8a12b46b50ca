import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { waitingOffers } from '../races/waiting-offers.ts';
import { waitingKills } from './sessions/waiting-kills.ts';

// Services that die at the steps of a waiting list, and answers to offers that race with changes
// that end them, on real processes; after each the invariants are swept.

waitingKills(withHurtPortal());
waitingOffers();
