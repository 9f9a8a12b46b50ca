import { expect, test } from '@jest/globals';
import { MOST_KB, pageWeight } from '../../../../bench/pages/page-weight.ts';
import { aStudent } from '../../../people/students.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

test('the pages that somebody opens first load no more scripts than they may', async () => {
  const { person } = await aStudent();
  const { signedOut, examList } = await pageWeight(browser, person);
  // scripts came at all
  expect(signedOut).toBeGreaterThan(50);
  expect(examList).toBeGreaterThan(signedOut);
  expect(signedOut).toBeLessThanOrEqual(MOST_KB.signedOut);
  expect(examList).toBeLessThanOrEqual(MOST_KB.examList);
});
