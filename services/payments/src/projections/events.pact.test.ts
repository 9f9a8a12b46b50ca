import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EventType } from '@portal/kit/commands/command';
import { eventName } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { deliver, reliesOn } from '@portal/kit/testing/events/message-pacts';
import { ExamChanged, PackagesChanged, PricesChanged } from '@portal/proto/catalog/v1/events';
import { StudentAdded, StudentChanged, StudentRemoved } from '@portal/proto/identity/v1/events';
import { SchoolChanged } from '@portal/proto/schools/v1/events';
import { startWorld, type World } from '../testing/world.ts';
import { closeCopies } from './close-projections.ts';
import { projectionConsumers } from './on-facts-changed.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.schools.set(151, { id: 151, chargeSchool: true });
  world.packages.set(1, { id: 1, numberOfCredits: 6, purchasePriceCents: 20_000 });
});
afterAll(() => world.stop());

/** Takes the message by the consumer of payments for this event. */
async function takes<T>(event: EventType<T>, data: Partial<T>): Promise<void> {
  const consumer = projectionConsumers.find((one) => eventName(one.event) === eventName(event));
  if (!consumer) throw new Error(`payments does not consume ${eventName(event)}`);
  await reliesOn('payments', event, data, (message) => deliver(world.db, consumer, message));
}
const isThere = async (table: string, id: number) =>
  (await world.db.pool.query(`SELECT 1 FROM ${table} WHERE id = $1`, [id])).rowCount === 1;

test.each([
  ['added', StudentAdded],
  ['changed', StudentChanged],
] as const)('a student who was %s is in the projection, by the id sent', async (_how, event) => {
  const studentId = world.aStudent();
  await takes(event as EventType<{ studentId: number }>, { studentId });
  expect(await isThere('student_copy', studentId)).toBe(true);
});

test('a removed student leaves the projection, by the id that identity sends', async () => {
  const studentId = world.aStudent();
  await takes(StudentAdded, { studentId });
  expect(await isThere('student_copy', studentId)).toBe(true);
  await closeCopies(world.db, [studentId], steadyNow());
  await takes(StudentRemoved, { studentId });
  expect(await isThere('student_copy', studentId)).toBe(false);
});

test('a school that was changed is in the projection, by the id that schools sends', async () => {
  await takes(SchoolChanged, { schoolId: 151 });
  expect(await isThere('school_copy', 151)).toBe(true);
});

test('an exam that was changed is in the projection, by the id that catalog sends', async () => {
  await takes(ExamChanged, { examId: 101 });
  expect(await isThere('exam_copy', 101)).toBe(true);
});

test.each([
  ['packages', PackagesChanged],
  ['prices', PricesChanged],
] as const)('requests changed %s again, whatever the message holds', async (_what, event) => {
  await world.db.run`TRUNCATE package_copy, price_copy`;
  await takes(event as EventType<object>, {});
  expect(await isThere('package_copy', 1)).toBe(true);
});
