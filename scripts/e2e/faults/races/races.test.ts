import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { sweepControl } from '../sweep-control.ts';
import { calledOff } from './called-off.ts';
import { rebuiltProjections, repeatedEvents } from './events.ts';
import { doubleClicks, lostAnswers } from './lost-answers.ts';
import { notices } from './notices.ts';
import { poisonMessages } from './poison.ts';
import { cancelRace, seatControl, seatRace, swaps } from './races.ts';
import { refundRaces } from './refund-races.ts';

// Work that comes twice, at once, late or not at all, on real processes; after each the invariants
// are swept. Each F number is explained beside its tests. One test of each kind; the other ways are
// in the long suite.

const it = withHurtPortal();
sweepControl();
lostAnswers(it);
doubleClicks();
repeatedEvents();
rebuiltProjections('registration');
notices();
refundRaces();
poisonMessages(it);
calledOff(12);
seatRace({ forLast: 20, forMany: 24, seats: 3 });
seatControl();
swaps(it, 5);
cancelRace(6);
