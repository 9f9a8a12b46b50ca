import { expect, test } from '@jest/globals';
import { type FirstPage, MAX_WEIGHTS, pageWeights } from '../../../../bench/pages/page-weight.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

test('first pages load no more and no larger scripts than their limits', async () => {
  const [{ person: student }, staff] = await Promise.all([
    aStudent(),
    signedInStaff('ROLE_SUPER_ADMIN'),
  ]);
  const weights = await pageWeights(browser, { student, staff });
  const heavier = Object.entries(weights).filter(
    ([name, { kB, files }]) =>
      kB > MAX_WEIGHTS[name as FirstPage].kB || files > MAX_WEIGHTS[name as FirstPage].files,
  );
  expect(heavier).toEqual([]);
  // checks that scripts were loaded at all
  for (const { kB } of Object.values(weights)) expect(kB).toBeGreaterThan(50);
  expect(weights['exam list'].kB).toBeGreaterThan(weights['sign in'].kB);
});
