import { afterAll, beforeAll, expect } from '@jest/globals';
import { brokenInvariants } from '../invariants.ts';
import { aWorld, type World } from '../testing.ts';

/** The world of the test file, there once `withWorld` has begun. */
export let world: World;

/** Gives a test file its world, and sweeps the invariants at its end. */
export function withWorld(): void {
  beforeAll(async () => {
    world = await aWorld();
  });
  afterAll(async () => {
    expect(await brokenInvariants(world.db)).toEqual({});
    await world.close();
  });
}
