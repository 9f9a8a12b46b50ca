import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { endedStates } from '../../records/registrations/state/registration-state.ts';
import { anExam, aRegistration, aStudent, aWorld, type World } from '../../testing.ts';
import { countExamUse } from './count-exam-use.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

test('open registrations are counted by exam', async () => {
  const [used, free] = [anExam(world), anExam(world)];
  for (let made = 0; made < 2; made++)
    await aRegistration(world, { studentId: aStudent(world), examId: used });
  expect(await countExamUse(world, [used, free])).toEqual([{ id: used, count: 2 }]);

  await world.db.run`
    UPDATE registration SET status = 'cancelled', session_id = NULL, cancelled_at = now()
    WHERE id = (SELECT min(id) FROM registration WHERE exam_id = ${used})`;
  expect(await countExamUse(world, [used])).toEqual([{ id: used, count: 1 }]);
});

test('the states that count as over are those of the rule', async () => {
  const { text } = await world.db.one<{ text: string }>`
    SELECT pg_get_expr(indpred, indrelid) AS text FROM pg_index
    WHERE indexrelid = 'registration_open_of_exam'::regclass`;
  expect([...text.matchAll(/'(\w+)'/g)].map(([, state]) => state).sort()).toEqual(
    [...endedStates].sort(),
  );
});
