import { describe, expect, test } from '@jest/globals';
import { findTool, missing } from '../../checks/charts/tools.ts';
import { fairnessOf, readWaited } from '../../load/fairness.ts';
import { runScenario } from '../../load/run-k6.ts';
import { othersWait } from '../portal/waiting-room.ts';

const withK6 = findTool('k6') ? describe : describe.skip;

withK6(findTool('k6') ? 'when students arrive together' : missing('k6'), () => {
  test('they wait behind those who came before, and all get in, in the order in which they came', async () => {
    await using others = await othersWait(20);
    const running = runScenario(
      {
        BASE_URL: process.env['PORTAL_URL'] ?? '',
        STUDENTS: '30',
        WITHIN: '6',
        THINK: '0.1',
        PATIENCE: '90',
        EMAIL: 'dana@student.test',
        UNTIMED: '1',
      },
      'arrivals.js',
    );
    await Promise.race([others.followedBy(30), running]);
    await others.goOn();
    const { ok, text } = await running;
    expect({ ok, text }).toEqual({
      ok: true,
      text: expect.stringContaining('30 of 30 students are in'),
    });
    const people = readWaited(text);
    expect(people).toHaveLength(30);
    expect(fairnessOf(people, 10_000).mostPassedBy).toBe(0);
  }, 180_000);
});
