import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { logs } from '../logs.ts';
import { bars } from './bars.ts';
import { calledOff, calledOffControl, callOffKilled } from './called-off.ts';
import { rebuiltProjections, rebuiltProjectionsControl, repeatedEventsControl } from './events.ts';
import { lostCharges, newTries } from './lost-answers.ts';
import { noticeControls, noticeKills } from './notices.ts';
import {
  cancelControl,
  cancelRace,
  holdControl,
  holdRaces,
  seatRace,
  swapControl,
  swaps,
} from './races.ts';
import { partialRefunds } from './refund-races.ts';

// What comes twice, at once, late or not at all, in all the ways that races.test.ts leaves out;
// after each the invariants are swept.

const it = withHurtPortal();
lostCharges();
newTries();
repeatedEventsControl();
rebuiltProjections('payments');
rebuiltProjectionsControl();
noticeKills(it);
noticeControls();
partialRefunds();
calledOff(36);
callOffKilled(it);
calledOffControl();
bars();
holdRaces();
holdControl();
swaps(it, 20);
swapControl(it);
cancelRace(20);
cancelControl();
seatRace({ forLast: 200, forMany: 500, seats: 50 }); // its crowd would make every sweep longer
logs(it);
