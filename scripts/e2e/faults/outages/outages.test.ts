import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { logs } from '../logs.ts';
import { cutUploads } from './cut-uploads.ts';
import { databaseNetworks, FULL, fullDatabase, STALLS } from './database-faults.ts';
import { drain } from './drain.ts';
import { pausedParts } from './frozen-parts.ts';
import { hungServers } from './hung-servers.ts';
import { mailAway } from './mail-away.ts';
import { halfOpenNetworks } from './network-faults.ts';
import { HOUR, oddClocks } from './odd-clocks.ts';
import { restoredPayments } from './restored.ts';
import { servers } from './servers.ts';
import { uselessPartners } from './slow-partners.ts';
import { migrations, rollingRestarts } from './upgrades.ts';

// Servers, services and networks that are down, slow or odd, on real processes; after each the
// invariants are swept. One test of each kind; the other ways are in the long suite.

const it = withHurtPortal();
cutUploads(it);
servers(it);
hungServers(it);
mailAway(it, ['registration']);
uselessPartners(['garbage']);
pausedParts(it, ['registration']);
drain(it);
oddClocks(it, [{ direction: 'forth', by: HOUR }]);
halfOpenNetworks(it);
databaseNetworks(it, [STALLS]);
fullDatabase([FULL]);
migrations();
rollingRestarts(it, { replaced: ['schools'], callers: ['bff'] });
restoredPayments(it);
logs(it);
