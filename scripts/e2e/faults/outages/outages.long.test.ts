import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { logs } from '../logs.ts';
import { busyParts, pausedParts, pausedReplicas } from './frozen-parts.ts';
import { lostUploads } from './network/cut-uploads.ts';
import { networkControl, slowNetworks } from './network/network-faults.ts';
import { slowPartners, slowPartnersControl, uselessPartners } from './network/slow-partners.ts';
import { HOUR, oddClocks, oddClocksControl } from './odd-clocks.ts';
import { buyingWhileDrained } from './operations/drain.ts';
import { rotatedSecrets } from './operations/rotated-secrets.ts';
import { rollingRestarts, rollingRestartsControl } from './operations/upgrades.ts';
import {
  databaseNetworks,
  FORGETS,
  frozenDatabase,
  fullDatabase,
  lockedSession,
  UNWRITABLE,
} from './servers/database-faults.ts';
import { finderAway } from './servers/finder-away.ts';
import { liveAway } from './servers/live-away.ts';
import { mailAway, mailAwayControl } from './servers/mail-away.ts';

// Servers, services and networks that are down, slow or odd, in all the ways that outages.test.ts
// leaves out; after each the invariants are swept.

const it = withHurtPortal();
lostUploads();
mailAway(it, ['identity', 'registration', 'payments']);
mailAwayControl();
liveAway(it);
slowPartners();
uselessPartners(['error', 'down']);
slowPartnersControl();
pausedParts(it, ['payments']);
busyParts(it);
pausedReplicas(it);
finderAway(it);
buyingWhileDrained(it);
oddClocks(it, [{ direction: 'back', by: -HOUR }]);
oddClocksControl(it);
slowNetworks(it);
networkControl(it);
databaseNetworks(it, [FORGETS]);
frozenDatabase(it);
lockedSession();
fullDatabase(UNWRITABLE);
rollingRestarts(it);
rollingRestartsControl(it);
rotatedSecrets(it);
logs(it);
