import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { help, readCommand } from './command.ts';
import { type Scenario, scenarios, secondsOf } from './scenarios.ts';

const read = (words: string, env = {}) => readCommand(words.split(' ').filter(Boolean), env);

test('runs a scenario at its own pace unless options name another', () => {
  expect(read('opening-day')).toMatchObject({
    run: { scenario: 'opening-day', rate: 50, seconds: 120, slack: 1, pages: 10_000 },
    place: { against: undefined },
  });
  expect(read('office --against https://x.test --rate 7 --duration 1m30s --slack 2')).toMatchObject(
    {
      run: { rate: 7, seconds: 90, slack: 2 },
      place: { against: 'https://x.test' },
    },
  );
});

test('leaves limits on time out, and reads the login of the office', () => {
  const env = { STAFF_LOGIN: 'op', STAFF_PASSWORD: 'secret' };
  expect(read('office --slack none', env)).toMatchObject({
    run: { slack: null, staff: { login: 'op', password: 'secret' } },
  });
});

test('help names every scenario', () => {
  for (const words of ['', '--help', 'help']) expect(read(words)).toBe(help());
  for (const name of Object.keys(scenarios)) expect(help()).toContain(name);
});

test.each([
  ['nothing-like-it', 'Which scenario?'],
  ['office soak', 'Which scenario?'],
  ['office --rate fast', '--rate must be a number above 0, not "fast".'],
  ['office --duration 5', '--duration must be like 90s, 2m or 1h.'],
  ['soak --duration 9h', 'A run takes at most 7h'],
  ['office --colour red', "Unknown option '--colour'"],
  ['hot-session --session 7', '--session needs --seats'],
])('%s is refused: %s', (words, sentence) => {
  expect(() => read(words)).toThrow(sentence);
});

test('every script belongs to a scenario, and every scenario has its script', () => {
  const files = readdirSync(new URL('./k6', import.meta.url)).filter((name) =>
    name.endsWith('.js'),
  );
  const scripts = Object.values<Scenario>(scenarios).map(({ script }) => script.slice(3));
  expect(scripts.sort()).toEqual(files.sort());
});

test.each([
  ['90s', 90],
  ['2m', 120],
  ['1h30m', 5400],
  ['0.5h', 1800],
  ['5', Number.NaN],
  ['', Number.NaN],
])('%s are %d seconds', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});
