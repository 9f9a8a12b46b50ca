import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asService } from '@portal/kit/testing';
import { RedemptionWorld } from '../testing/redemption-world.ts';
import { findUnredeemedByJseId, listUnredeemedOfMember } from './list-unredeemed-exams.ts';

const world = new RedemptionWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());

type Pair = Awaited<ReturnType<RedemptionWorld['aPair']>>;
const call = () => asService(world.db, 'transcripts');
/** The exams of a pair's member: their ids at the vendor, with their outcomes. */
async function waiting({ studentId }: Pair) {
  const person = world.onRecord.find(({ id }) => id === studentId);
  if (!person) throw new Error('nobody is on record');
  const { id: _, ...about } = person;
  const exams = await listUnredeemedOfMember(call(), {
    studentId,
    maidenName: undefined,
    ...about,
  });
  return exams.map(({ courseNumber, result, grade }) => [courseNumber, result, grade]);
}
const called = (jseId: string, { seminaryStudentId }: Pair) =>
  world.db.run`UPDATE seminary_student SET jse_id = ${jseId} WHERE id = ${seminaryStudentId}`;
const decided = (how: 1 | 2, { studentId, seminaryStudentId }: Pair) =>
  world.db.run`
    UPDATE seminary_student
    SET redeemed_exams = ${how}, redeemed_at = now(), student_id = ${studentId}
    WHERE id = ${seminaryStudentId}`;

test('lists the exams of a linked or matching student, with the outcome of each', async () => {
  const exams = ['Pass', null, 'Fail', 'Disqualified'];
  const listed = [
    ['E-101', 'Pass', '90'],
    ['E-102', 'Pending', null],
    ['E-103', 'Fail', null],
    ['E-104', 'Disqualified', null],
  ];
  expect(await waiting(await world.aPair({ exams }))).toEqual(listed);
  expect(await waiting(await world.aPair({ exams, linked: true, lastName: 'Other' }))).toEqual(
    listed,
  );
});

test('lists none for another name, or once they are redeemed or discarded', async () => {
  const [redeemed, discarded] = [await world.aPair(), await world.aPair()];
  await decided(1, redeemed);
  await decided(2, discarded);
  const another = await world.aPair({ lastName: 'Other' });
  for (const pair of [redeemed, discarded, another]) expect(await waiting(pair)).toEqual([]);
});

test('a JSE id finds the seminary student and their link', async () => {
  const [alone, linked] = [
    await world.aPair({ exams: [null] }),
    await world.aPair({ linked: true }),
  ];
  await called('S-ALONE', alone);
  await called('S-LINKED', linked);
  expect(await findUnredeemedByJseId(call(), 'S-ALONE')).toEqual({
    studentId: null,
    exams: [
      {
        vendorId: 1,
        courseNumber: 'E-101',
        subject: 'Exam 101',
        credits: 3,
        takenOn: '2025-02-01',
        result: 'Pending',
        grade: null,
        talReference: null,
      },
    ],
  });
  expect(await findUnredeemedByJseId(call(), 'S-LINKED')).toMatchObject({
    studentId: linked.studentId,
  });
  expect(await findUnredeemedByJseId(call(), 'S-NOBODY')).toBeNull();
});
