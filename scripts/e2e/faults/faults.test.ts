import { afterAll, beforeAll } from '@jest/globals';
import { bulkKills } from './bulk-kills.ts';
import { cutUploads } from './cut-uploads.ts';
import { events } from './events.ts';
import { frozenParts } from './frozen-parts.ts';
import { type HurtPortal, startHurtPortal } from './hurt-portal.ts';
import { kills } from './kills.ts';
import { liveAway } from './live-away.ts';
import { logs } from './logs.ts';
import { lostAnswers } from './lost-answers.ts';
import { mailAway } from './mail-away.ts';
import { networkFaults } from './network-faults.ts';
import { notices } from './notices.ts';
import { oddClocks } from './odd-clocks.ts';
import { onlineKills } from './online-kills.ts';
import { poisonMessages } from './poison.ts';
import { races } from './races.ts';
import { refundRaces } from './refund-races.ts';
import { retakeKills } from './retake-kills.ts';
import { servers } from './servers.ts';
import { slowPartners } from './slow-partners.ts';
import { studyKills } from './study-kills.ts';
import { sweepControl } from './sweep-control.ts';

// Faults on real processes, one portal for all of them; after each the invariants are swept. What each F number means stands beside its tests.

let hurt: HurtPortal | undefined;
beforeAll(async () => {
  hurt = await startHurtPortal();
}, 120_000);
afterAll(() => hurt?.end(), 60_000);

const it = (): HurtPortal => {
  if (!hurt) throw new Error('the portal of this test is not up');
  return hurt;
};
sweepControl();
lostAnswers(it);
events();
kills(it);
onlineKills(it);
bulkKills(it);
retakeKills(it);
studyKills(it);
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
