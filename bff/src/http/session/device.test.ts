import { expect, test } from '@jest/globals';
import { deviceOf } from './device.ts';

test.each([
  {
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'Chrome/141.0.0.0 Safari/537.36',
    device: 'Chrome on Windows',
  },
  {
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like ' +
      'Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    device: 'Safari on iOS',
  },
  {
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
    device: 'Firefox on Linux',
  },
  { agent: undefined, device: undefined },
  { agent: '', device: undefined },
  { agent: '\u0000\u0001', device: undefined },
])('$agent is $device', ({ agent, device }) => {
  expect(deviceOf(agent)).toBe(device);
});

test('a long User-Agent gives a short name', () => {
  for (const agent of [
    'x'.repeat(10_000),
    `Mozilla/5.0 (${'('.repeat(5000)}`,
    `${'y'.repeat(300)}/1.0`,
  ])
    expect((deviceOf(agent) ?? '').length).toBeLessThanOrEqual(60);
});
