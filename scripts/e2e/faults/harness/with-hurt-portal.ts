import { afterAll, beforeAll } from '@jest/globals';
import { Person } from '../../people/person.ts';
import { type HurtPortal, startHurtPortal } from './hurt-portal.ts';

/** One portal for all tests of a file; says which once they run. */
export function withHurtPortal(): () => HurtPortal {
  let hurt: HurtPortal | undefined;
  beforeAll(async () => {
    hurt = await startHurtPortal();
    Person.patienceMs = 60_000;
  });
  afterAll(() => hurt?.end());
  return () => {
    if (!hurt) throw new Error('the portal of this test is not up');
    return hurt;
  };
}
