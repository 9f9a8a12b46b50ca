// The chart with Helm 4. Tests only possible differences from Helm 3: it takes the values, makes
// the same objects, and refuses the values that the schema refuses.
import { describe, expect, test } from '@jest/globals';
import {
  lint,
  manifests,
  minimal,
  render,
  valuesFiles,
} from '../../../scripts/checks/charts/charts.ts';
import { findTool, missing } from '../../../scripts/tools/tools.ts';

const isHere = findTool('helm') && findTool('helm4');
const withBoth = isHere ? describe : describe.skip;

withBoth(isHere ? 'with Helm 4' : missing('helm4'), () => {
  test.each(valuesFiles)('%s makes the same objects as with Helm 3', (values) => {
    const [three, four] = [render(values), render(values, {}, undefined, 'helm4')];
    expect(four.ok).toBe(true);
    expect(manifests(four.text)).toEqual(manifests(three.text));
  });

  test('nothing is found by a strict lint', () => {
    expect(lint(minimal, 'helm4')).toMatchObject({ ok: true });
  });

  test('an unused setting is refused', () => {
    expect(render(minimal, { replicaCount: 3 }, undefined, 'helm4')).toEqual({
      ok: false,
      text: expect.stringContaining('replicaCount'),
    });
  });
});
