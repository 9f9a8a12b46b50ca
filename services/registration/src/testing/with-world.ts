import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { connect, type Database } from '@portal/kit/database/database';
import { PATIENT } from '@portal/kit/testing';
import { brokenInvariants } from '../invariants.ts';
import { aWorld, type World } from '../testing.ts';

/** The world of the test file, there once `withWorld` has begun. */
export let world: World;

/** Another way to its database, there once `withWorldBeside` has begun. */
export let own: Database;

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

/**
 * Gives a test file its world, and `own` for a test's own transactions, which the services wait
 * for; checks the invariants after each test.
 */
export function withWorldBeside(): void {
  beforeAll(async () => {
    world = await aWorld();
    own = connect(world.db.url, { max: 4, ...PATIENT });
  });
  afterEach(async () => {
    expect(await brokenInvariants(world.db)).toEqual({});
  });
  afterAll(async () => {
    await own.close();
    await world.close();
  });
}
