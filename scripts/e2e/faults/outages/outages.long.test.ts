import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { logs } from '../logs.ts';
import { lostUploads } from './cut-uploads.ts';
import {
  databaseNetworks,
  FORGETS,
  frozenDatabase,
  fullDatabase,
  lockedSession,
  UNWRITABLE,
} from './database-faults.ts';
import { buyingWhileDrained } from './drain.ts';
import { finderAway } from './finder-away.ts';
import { busyParts, pausedParts, pausedReplicas } from './frozen-parts.ts';
import { liveAway } from './live-away.ts';
import { mailAway, mailAwayControl } from './mail-away.ts';
import { networkControl, slowNetworks } from './network-faults.ts';
import { HOUR, oddClocks, oddClocksControl } from './odd-clocks.ts';
import { rotatedSecrets } from './rotated-secrets.ts';
import { slowPartners, slowPartnersControl, uselessPartners } from './slow-partners.ts';
import { rollingRestarts, rollingRestartsControl } from './upgrades.ts';

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
