import { cutUploads } from './cut-uploads.ts';
import { events } from './events.ts';
import { frozenParts } from './frozen-parts.ts';
import { liveAway } from './live-away.ts';
import { logs } from './logs.ts';
import { lostAnswers } from './lost-answers.ts';
import { mailAway } from './mail-away.ts';
import { networkFaults } from './network-faults.ts';
import { notices } from './notices.ts';
import { oddClocks } from './odd-clocks.ts';
import { poisonMessages } from './poison.ts';
import { races } from './races.ts';
import { refundRaces } from './refund-races.ts';
import { servers } from './servers.ts';
import { slowPartners } from './slow-partners.ts';
import { sweepControl } from './sweep-control.ts';
import { withHurtPortal } from './with-hurt-portal.ts';

// Faults on real processes, one portal for all of them; after each the invariants are swept. What each F number means stands beside its tests.
// Deaths of services have a file and a portal of their own.

const it = withHurtPortal();
sweepControl();
lostAnswers(it);
events();
notices(it);
slowPartners();
cutUploads(it);
servers(it);
mailAway(it);
liveAway(it);
refundRaces();
poisonMessages(it);
frozenParts(it);
oddClocks(it);
networkFaults(it);
races(it); // last but one: its crowd would make every sweep longer
logs(it);
