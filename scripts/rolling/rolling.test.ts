import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ReleasedTree, releasedTree, whyNoReleasedTree } from '../releases/released-tree.ts';
import { findTool, missing } from '../tools/tools.ts';
import { podTiming } from './cluster/pod-timing.ts';
import { killing, rollingEverything, upgrading, withoutDrain } from './happenings.ts';
import { type Happening, Rig } from './rig.ts';

// The short pass of `npm run rolling`: two replicas of each service, as the chart runs them, under
// 200 requests a second. With the code of the last release it starts as that release.

const noK6 = findTool('k6') ? undefined : missing('k6');
const noRelease = await whyNoReleasedTree();
const withK6 = noK6 ? describe.skip : describe;
const withRelease = noRelease ? test.skip : test;
const named = (sentence: string): string => (noRelease ? `${sentence}: ${noRelease}` : sentence);

withK6(noK6 ?? 'under 200 requests a second', () => {
  let tree: ReleasedTree | undefined;
  let rig: Rig;
  beforeAll(async () => {
    if (!noRelease) tree = await releasedTree();
    rig = await Rig.start({ released: tree?.root });
  });
  afterAll(async () => {
    await rig?.end();
    tree?.remove();
  });

  const expectNothingLost = async (...happenings: Happening[]) => {
    for (const happening of happenings)
      expect(
        (await rig.during(happening)).wrong.map((wrong) => `${happening.name}: ${wrong}`),
      ).toEqual([]);
    expect(await rig.check()).toEqual([]);
  };

  withRelease(
    named('an upgrade from the last release fails no request and does nothing twice'),
    () => expectNothingLost(upgrading.migrating, upgrading.mixing, upgrading.ending),
    // 300 seconds as the others, and the chart's pause before each of two pods ends
    300_000 + 2 * podTiming().minReadyMs,
  );

  // an upgrade replaces all replicas too
  if (noRelease)
    test(
      'replacing all replicas fails no request and does nothing twice',
      () => expectNothingLost(rollingEverything),
      300_000,
    );

  test(
    'replicas that are killed fail no repeated request and do nothing twice',
    () => expectNothingLost(killing('bff', 'payments')),
    180_000,
  );

  test('control: reports BFFs that do not drain', async () => {
    const { wrong } = await rig.during(withoutDrain);
    expect(wrong.join('\n')).toMatch(/requests failed|ended with a request/);
  });
});
