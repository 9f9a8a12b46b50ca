import { withHurtPortal } from '../harness/with-hurt-portal.ts';
import { logs } from '../logs.ts';
import { cutUploads } from './cut-uploads.ts';
import { drain } from './drain.ts';
import { finderAway } from './finder-away.ts';
import { frozenParts } from './frozen-parts.ts';
import { liveAway } from './live-away.ts';
import { mailAway } from './mail-away.ts';
import { networkFaults } from './network-faults.ts';
import { oddClocks } from './odd-clocks.ts';
import { rotatedSecrets } from './rotated-secrets.ts';
import { servers } from './servers.ts';
import { upgrades } from './upgrades.ts';

// Servers, parts and networks that are away, slow or odd, on real processes, one portal for all of
// it; after each the invariants are swept.

const it = withHurtPortal();
cutUploads(it);
servers(it);
mailAway(it);
liveAway(it);
frozenParts(it);
finderAway(it);
drain(it);
oddClocks(it);
networkFaults(it);
upgrades(it);
rotatedSecrets(it);
logs(it);
