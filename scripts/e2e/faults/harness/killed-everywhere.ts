import { expect } from '@jest/globals';
import { sweep } from '../../invariants/invariants.ts';
import { isBehind } from './failpoints.ts';
import type { HurtPortal } from './hurt-portal.ts';
import { withLeasesOf } from './leases.ts';
import { quiet } from './quiet.ts';

/** An act of a person, and the expectation afterwards. */
interface Act<Subject> {
  /** The marked steps to die at, as 'seminary redeemExams.spend.ran'. */
  readonly steps: RegExp;
  /** The lowest number of steps; fewer mean that the names of the steps have changed. */
  readonly atLeast: number;
  readonly prepare: () => Promise<Subject>;
  readonly act: (subject: Subject) => Promise<unknown>;
  readonly expectDoneOnce: (subject: Subject, mark: string) => Promise<void>;
}

/** Acts once for each of these failpoints, at which the process dies; sweeps at the end. */
export async function killedAt<Subject>(
  { portal, dieAt, diedAtAll }: HurtPortal,
  marks: readonly string[],
  { prepare, act, expectDoneOnce }: Pick<Act<Subject>, 'prepare' | 'act' | 'expectDoneOnce'>,
): Promise<void> {
  await withLeasesOf(1.5, async () => {
    for (const mark of marks) {
      await portal.ready(); // processes that died before have restarted
      const subject = await prepare();
      dieAt(mark);
      await act(subject);
      await diedAtAll();
      await expectDoneOnce(subject, mark);
    }
  });
  await sweep();
}

/** Acts once undisturbed to find the steps, and then once for each of them. */
export async function killedEverywhere<Subject>(
  hurt: HurtPortal,
  { steps, atLeast, ...way }: Act<Subject>,
): Promise<void> {
  const { portal, forgetMarks, marksPassed } = hurt;
  await portal.ready();
  const first = await way.prepare();
  await quiet();
  forgetMarks();
  await way.act(first);
  await way.expectDoneOnce(first, 'undisturbed');
  const passed = [...new Set(marksPassed())];
  const marks = passed.filter((mark) => steps.test(mark) && !isBehind(mark));
  expect(marks.length).toBeGreaterThanOrEqual(atLeast);
  await killedAt(hurt, marks, way);
}
