import { afterAll, beforeAll } from '@jest/globals';
import { events } from './events.ts';
import { type HurtPortal, startHurtPortal } from './hurt-portal.ts';
import { kills } from './kills.ts';
import { logs } from './logs.ts';
import { lostAnswers } from './lost-answers.ts';
import { races } from './races.ts';
import { servers } from './servers.ts';
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
servers(it);
races(it); // last but one: its crowd would make every sweep longer
logs(it);
