import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { asStaff, diesAt, eventually, refusalOf, refusals } from '@portal/kit/testing';
import { RedemptionWorld } from '../testing/redemption-world.ts';
import { discardExams } from './discard-exams.ts';
import { findMatch } from './find-match.ts';
import { getRedeemableCourses } from './get-courses.ts';
import { keepTalIdsJob } from './keep-tal-ids.ts';
import { notifyTalJob } from './notify-tal.ts';
import { redeemExams, redeemingExams } from './redeem-exams.ts';
import { releaseExams } from './release-exams.ts';

const world = new RedemptionWorld();
beforeAll(() => world.start());
beforeEach(() => {
  const meanwhile = () => Promise.resolve();
  Object.assign(world, {
    isTalAway: false,
    isIdTaken: false,
    losesAnswerOf: null,
    passed: [],
    untaken: [],
    meanwhile,
  });
});
afterAll(() => world.stop());

type Pair = Awaited<ReturnType<RedemptionWorld['aPair']>>;
const staff = ({ studentId }: Pair, key: string = randomUUID()) =>
  asStaff(world.db, ['ROLE_ADVISOR'], { key, studentId });
const redeem = (pair: Pair, key?: string) => redeemExams(staff(pair, key), pair.seminaryStudentId);
const discard = (pair: Pair, key?: string) =>
  discardExams(staff(pair, key), pair.seminaryStudentId);

const row = ({ seminaryStudentId }: Pair) =>
  world.db.one<Record<string, unknown>>`
    SELECT student_id, redeemed_exams, redeeming, release_told_at IS NOT NULL AS reported
    FROM seminary_student WHERE id = ${seminaryStudentId}`;
const exams = ({ seminaryStudentId }: Pair) =>
  world.db.many<Record<string, unknown>>`
    SELECT exam_id, registration_id IS NOT NULL AS registered, taken_date IS NOT NULL AS dated
    FROM seminary_exam WHERE seminary_student_id = ${seminaryStudentId} ORDER BY exam_id`;
const statesOf = ({ studentId }: Pair) =>
  [...world.registrations.values()]
    .filter((one) => one.studentId === studentId)
    .map(({ examId, status }) => [examId, status]);
const events = async ({ seminaryStudentId }: Pair) =>
  (
    await world.db.many<{ type: string }>`
      SELECT type FROM outbox
      WHERE payload->'data'->>'seminaryStudentId' = ${String(seminaryStudentId)} ORDER BY id`
  ).map(({ type }) => type);
/** Lets the worker take up what was left, as often as it takes. */
const resumed = (pair: Pair) =>
  eventually(
    async () => {
      await world.db
        .run`UPDATE process SET next_run_at = now(), lease_until = now() - interval '1 s'
        WHERE status = 'running'`;
      await redeemingExams.resume(world.db);
      return row(pair);
    },
    ({ redeeming }) => redeeming === null,
  );
const TOLD = 'The exams were redeemed. TAL was told to release the exams.';

test('spends credits, adds results, writes the link, announces all, and TAL releases', async () => {
  const pair = await world.aPair();
  expect(await redeem(pair)).toEqual({ message: TOLD, examIds: [101, 102] });
  expect(world.balance.get(pair.studentId)).toBe(0);
  expect(statesOf(pair)).toEqual([
    [101, 'graded'],
    [102, 'graded'],
  ]);
  expect(await row(pair)).toEqual({
    studentId: pair.studentId,
    redeemedExams: 1,
    redeeming: null,
    reported: true,
  });
  expect(await exams(pair)).toEqual([
    { examId: 101, registered: true, dated: true },
    { examId: 102, registered: true, dated: true },
  ]);
  expect(await events(pair)).toEqual(['seminary.redeemed']);
  expect(world.talCalls.at(-1)).toEqual({
    path: '/tal/students/TAL1/releases',
    body: { examCodes: ['E-101', 'E-102'], release: true },
  });
  expect(
    await world.db.one`
      SELECT change FROM audit
      WHERE table_name = 'seminary_student' AND student_id = ${pair.studentId}`,
  ).toEqual({ change: { redeemed: [101, 102], studentId: [null, pair.studentId] } });
});

test('failed exams stay behind, and exams passed on the own record cost nothing', async () => {
  const pair = await world.aPair({ credits: 3, exams: ['Pass', 'Fail', 'Pass'] });
  world.passed = [103];
  expect((await redeem(pair)).examIds).toEqual([101]);
  expect(await exams(pair)).toEqual([
    { examId: 101, registered: true, dated: true },
    { examId: 102, registered: false, dated: false },
    { examId: 103, registered: false, dated: false },
  ]);
});

describe('is refused', () => {
  test.each([
    ['pending_grade', { exams: ['Pass', null] }, {}],
    ['no_redeemable_exams', { exams: ['Fail', 'Disqualified'] }, {}],
    ['no_redeemable_exams', { exams: [] }, {}],
    ['untaken_registrations', {}, { untaken: [102] }],
    ['too_early', { year: 2100 }, {}],
    ['not_enough_credits', { credits: 5 }, {}],
  ] as const)('with %s, and nothing has moved', async (code, given, state) => {
    const pair = await world.aPair(given);
    Object.assign(world, state);
    const before = world.balance.get(pair.studentId);
    const { block } = await getRedeemableCourses(staff(pair), pair.seminaryStudentId);
    const refusal = await refusalOf(redeem(pair));
    expect(refusal).toMatchObject({ code, detail: block?.detail });
    expect([world.balance.get(pair.studentId), statesOf(pair)]).toEqual([before, []]);
    expect(await row(pair)).toMatchObject({ studentId: null, redeemedExams: null });
  });

  test('for a seminary student who is another one, or is linked with another student', async () => {
    const [one, other] = [await world.aPair(), await world.aPair()];
    const crossed = { studentId: one.studentId, seminaryStudentId: other.seminaryStudentId };
    expect((await refusalOf(redeem(crossed))).code).toBe('wrong_student');
    expect((await refusalOf(discard(crossed))).code).toBe('wrong_student');
  });

  test('once it was done, whichever way', async () => {
    const [redeemed, discarded] = [await world.aPair(), await world.aPair()];
    await redeem(redeemed);
    await discard(discarded);
    for (const pair of [redeemed, discarded]) {
      expect((await refusalOf(redeem(pair))).code).toBe('already_redeemed');
      expect((await refusalOf(discard(pair))).code).toBe('already_redeemed');
    }
  });
});

test('credits spent elsewhere before the spending undo the redemption', async () => {
  const pair = await world.aPair();
  const key = randomUUID();
  await diesAt('redeemExams.spend.before', () => redeem(pair, key));
  world.balance.set(pair.studentId, 4);
  await resumed(pair);
  expect(await refusalOf(redeem(pair, key))).toMatchObject({
    code: 'not_enough_credits',
    extra: { missing: 2 },
  });
  expect(statesOf(pair).map(([, status]) => status)).toEqual(['dropped', 'dropped']);
  expect(await row(pair)).toMatchObject({ studentId: null, redeemedExams: null, redeeming: null });
  expect(world.balance.get(pair.studentId)).toBe(4);
});

test.each(
  ['reserve', 'spend', 'confirm', 'tell'].flatMap((step) =>
    ['before', 'ran', 'after'].map((when) => `redeemExams.${step}.${when}`),
  ),
)('killed at %s it ends right, once', async (where) => {
  const pair = await world.aPair();
  const key = randomUUID();
  await diesAt(where, () => redeem(pair, key));
  await resumed(pair);
  await eventually(
    () => redeem(pair, key).catch(() => null),
    (answer) => answer !== null,
  );
  await world.db.run`UPDATE seminary_student SET tell_at = '-infinity'`;
  await notifyTalJob(world.db).run();
  expect(await row(pair)).toMatchObject({ redeemedExams: 1, redeeming: null, reported: true });
  expect(world.balance.get(pair.studentId)).toBe(0);
  expect(statesOf(pair)).toEqual([
    [101, 'graded'],
    [102, 'graded'],
  ]);
  expect(await events(pair)).toEqual(['seminary.redeemed']);
});

test.each(['reserve', 'spend', 'confirm'])(
  'an answer of %s that is lost does nothing twice',
  async (rpc) => {
    const pair = await world.aPair();
    world.losesAnswerOf = rpc;
    const key = randomUUID();
    await redeem(pair, key).catch(() => null);
    await resumed(pair);
    expect((await redeem(pair, key)).examIds).toEqual([101, 102]);
    expect(world.balance.get(pair.studentId)).toBe(0);
    expect(statesOf(pair)).toHaveLength(2);
  },
);

test.each([
  { first: true, message: 'TAL could not be reached; it is told again until it knows.' },
  { first: false, message: 'TAL was told' },
])(
  'a replay repeats the response if TAL was unavailable at first only: $first',
  async ({ first, message }) => {
    for (const decide of [redeem, discard]) {
      const pair = await world.aPair();
      const key = randomUUID();
      world.isTalAway = first;
      const answer = await decide(pair, key);
      expect(answer.message).toContain(message);
      world.isTalAway = !first;
      // the job may have notified TAL, or failed again
      await world.db.run`
        UPDATE seminary_student SET release_told_at = NULL WHERE id = ${pair.seminaryStudentId}`;
      expect(await decide(pair, key)).toEqual(answer);
    }
  },
);

test('of concurrent redemptions and discards one succeeds, the others are refused', async () => {
  const pair = await world.aPair({ credits: 60 });
  const settled = await Promise.allSettled([
    redeem(pair),
    redeem(pair),
    discard(pair),
    redeem(pair),
  ]);
  const codes = refusals(settled);
  expect(codes).toHaveLength(3);
  expect(['already_redeemed', 'request_in_progress']).toEqual(
    expect.arrayContaining([...new Set(codes)]),
  );
  const { redeemedExams } = await row(pair);
  expect(world.balance.get(pair.studentId)).toBe(redeemedExams === 1 ? 54 : 60);
  expect(await events(pair)).toHaveLength(1);
});

test('a student linked while their record is read is still the match', async () => {
  const pair = await world.aPair();
  world.meanwhile = () => world.db.run`
    UPDATE seminary_student SET student_id = ${pair.studentId}
    WHERE id = ${pair.seminaryStudentId}`;
  const { match } = await findMatch(staff(pair));
  expect(match?.found.id).toBe(pair.seminaryStudentId);
});

test('redeems while TAL is unavailable, says so, and notifies TAL later', async () => {
  const pair = await world.aPair();
  world.isTalAway = true;
  expect((await redeem(pair)).message).toBe(
    'The exams were redeemed. TAL could not be reached; it is told again until it knows.',
  );
  expect(await row(pair)).toMatchObject({ redeemedExams: 1, reported: false });
  world.isTalAway = false;
  await world.db.run`UPDATE seminary_student SET tell_at = '-infinity'`;
  await notifyTalJob(world.db).run();
  expect(await row(pair)).toMatchObject({ reported: true });
});

test('discards exams whatever their grades, day and credits; TAL keeps them back', async () => {
  const pair = await world.aPair({ credits: 0, year: 2100, exams: [null, 'Pass'] });
  expect(await discard(pair)).toEqual({
    message: 'The exams were discarded. TAL was told.',
    examIds: [101, 102],
  });
  expect(await row(pair)).toMatchObject({ studentId: pair.studentId, redeemedExams: 2 });
  expect(await events(pair)).toEqual(['seminary.discarded']);
  expect(world.talCalls.at(-1)?.body).toMatchObject({ release: false });
  const empty = await world.aPair({ exams: [] });
  expect((await refusalOf(discard(empty))).code).toBe('no_redeemable_exams');
});

test.each([true, false])('a replay of release: %s gives the first response', async (release) => {
  const pair = await world.aPair();
  const key = randomUUID();
  const input = { seminaryStudentId: pair.seminaryStudentId, release };
  world.isTalAway = true;
  const first = await releaseExams(staff(pair, key), input);
  expect(first).toMatchObject({ courses: [{ examId: 101 }, { examId: 102 }] });

  world.isTalAway = false;
  await world.db.run`
    UPDATE seminary_exam SET grade_comment = 'Fail', taken_date = '2001-01-01'
    WHERE seminary_student_id = ${pair.seminaryStudentId}`;
  await notifyTalJob(world.db).run();
  expect(await releaseExams(staff(pair, key), input)).toEqual(first);
});

test('the match is the linked student, else the only one, with names to compare', async () => {
  const messageOf = async (pair: Pair) => (await findMatch(staff(pair))).message;
  const exact = await world.aPair();
  expect(await findMatch(staff(exact))).toMatchObject({
    message: null,
    match: { isExact: true, found: { id: exact.seminaryStudentId } },
  });
  const linked = await world.aPair({ linked: true, lastName: 'Stern' });
  expect(await messageOf(linked)).toBeNull();
  const renamed = await world.aPair({ lastName: 'Stern' });
  expect(await messageOf(renamed)).toMatch(/^Wrong student\? /);
  expect((await redeem(renamed)).message).toBe(TOLD);
  const alone = await world.aPair();
  await world.db.run`DELETE FROM seminary_exam
    WHERE seminary_student_id = ${alone.seminaryStudentId}`;
  await world.db.run`DELETE FROM seminary_student WHERE id = ${alone.seminaryStudentId}`;
  expect(await messageOf(alone)).toMatch(/^Wrong student\. /);
});

describe('the id of TAL', () => {
  const sent = ({ studentId }: Pair) => world.talIds.filter(([id]) => id === studentId);
  const send = () => keepTalIdsJob(world.db).run();

  test('is stored once with the student whose exams were released', async () => {
    const pair = await world.aPair();
    await redeem(pair);
    await send();
    await send();
    expect(sent(pair)).toEqual([[pair.studentId, 'TAL1']]);
  });

  test('is not stored when the exams are kept back', async () => {
    const pair = await world.aPair();
    await discard(pair);
    await send();
    expect(sent(pair)).toEqual([]);
  });

  test('is left to staff when another student has it', async () => {
    const [taken, other] = [await world.aPair(), await world.aPair()];
    await redeem(taken);
    world.isIdTaken = true;
    await send();
    world.isIdTaken = false;
    await redeem(other);
    await send();
    expect([sent(taken), sent(other)]).toEqual([[], [[other.studentId, 'TAL1']]]);
  });
});
