import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { logs } from '../logs.ts';
import { slowPartners } from '../outages/slow-partners.ts';
import { sweepControl } from '../sweep-control.ts';
import { bars } from './bars.ts';
import { calledOff } from './called-off.ts';
import { events } from './events.ts';
import { lostAnswers } from './lost-answers.ts';
import { notices } from './notices.ts';
import { poisonMessages } from './poison.ts';
import { races } from './races.ts';
import { refundRaces } from './refund-races.ts';

// What comes twice, at once, late or not at all, on real processes, one portal for all of it; after
// each the invariants are swept. What each F number means stands beside its tests.

const it = withHurtPortal();
sweepControl();
lostAnswers(it);
events();
notices(it);
slowPartners();
refundRaces();
poisonMessages(it);
calledOff(it);
bars();
races(it); // last but one: its crowd would make every sweep longer
logs(it);
