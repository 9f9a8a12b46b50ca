import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { logs } from '../logs.ts';
import { pausedParts } from './frozen-parts.ts';
import { cutUploads } from './network/cut-uploads.ts';
import { halfOpenNetworks } from './network/network-faults.ts';
import { uselessPartners } from './network/slow-partners.ts';
import { HOUR, oddClocks } from './odd-clocks.ts';
import { drain } from './operations/drain.ts';
import { restoredPayments } from './operations/restored.ts';
import { migrations, rollingRestarts } from './operations/upgrades.ts';
import { databaseNetworks, FULL, fullDatabase, STALLS } from './servers/database-faults.ts';
import { hungServers } from './servers/hung-servers.ts';
import { mailAway } from './servers/mail-away.ts';
import { servers } from './servers/servers.ts';

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
