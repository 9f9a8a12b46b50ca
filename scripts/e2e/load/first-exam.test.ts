import { describe, expect, test } from '@jest/globals';
import { findTool, missing } from '../../checks/charts/tools.ts';
import { runScenario } from '../../load/run-k6.ts';

const withK6 = findTool('k6') ? describe : describe.skip;

withK6(findTool('k6') ? 'under a small load of k6' : missing('k6'), () => {
  test('people sign in, read the exam list and register with credits within the thresholds', async () => {
    const settings = { BASE_URL: process.env['PORTAL_URL'] ?? '', READERS: '5', DURATION: '8s' };
    expect(await runScenario(settings)).toEqual({
      ok: true,
      text: expect.stringContaining('exams registered'),
    });
  }, 120_000);
});
