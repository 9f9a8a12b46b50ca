import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serviceActor } from '../auth/actor.ts';
import type { Call } from '../commands/command.ts';
import { durable } from '../commands/process.ts';
import { asService, asStudent, freshDatabase, type TestDatabase } from '../testing.ts';
import { blankAnswers } from './blank-answers.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
});
afterAll(() => db.drop());

const saveCard = durable<{ name: string }, object, { paymentId: string; name: string }>({
  name: 'saveCard',
  begin: async (_tx, { name }) => ({ name }),
  steps: [{ name: 'save', commit: async (_tx, { input }) => ({ name: input.name }) }],
  answer: (state) => ({ paymentId: '77', name: (state as { name: string }).name }),
});
const run = async (call: Call) => {
  const key = randomUUID();
  const again = () => saveCard.start({ ...call, key }, { name: 'Dana Levi' });
  expect(await again()).toEqual({ paymentId: '77', name: 'Dana Levi' });
  return again;
};

test('removes the names from stored responses about a student, also for replays', async () => {
  const staff = { ...asService(db, 'staff').actor, kind: 'staff' as const, id: 4, studentId: 12 };
  const own = await run(asStudent(db, 12));
  const byStaff = await run({ ...asStudent(db, 12), actor: staff });
  const byService = await run({ ...asStudent(db, 12), actor: serviceActor('payments', 12) });
  const others = await run(asStudent(db, 13));
  const ofStaffTwelve = await run({
    ...asStudent(db, 12),
    actor: { ...staff, id: 12, studentId: 13 },
  });
  await blankAnswers(db, 12);
  for (const again of [own, byStaff, byService])
    expect(await again()).toEqual({ paymentId: '77', name: 'Removed' });
  for (const again of [others, ofStaffTwelve])
    expect(await again()).toEqual({ paymentId: '77', name: 'Dana Levi' });
});
