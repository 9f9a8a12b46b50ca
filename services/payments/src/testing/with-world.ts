import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { asStudent } from '@portal/kit/testing';
import { brokenInvariants } from '../invariants.ts';
import { startWorld, type World } from './world.ts';

/** The database of the test file and all around it, there once `withWorld` has begun. */
export let world: World;

/** Gives a test file its world; after each test the processor is well and the books are right. */
export function withWorld(): void {
  beforeAll(async () => {
    world = await startWorld();
  });
  afterEach(async () => {
    await world.processor.heal();
    expect(await brokenInvariants(world.db)).toEqual({});
  });
  afterAll(() => world.stop());
}

/** A call of the student with this id. */
export const student = (id: number, options = {}) => asStudent(world.db, id, options);

/** Returns the processor's charges of a student. */
export const captured = async (id: number) =>
  (await world.processor.book()).filter(
    (line) =>
      line.customer === String(id) && line.type === 'authCapture' && line.status === 'captured',
  );
