import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { installCommands } from './install-commands.ts';

test.each([
  {
    packages: ['nats-server', 'redis-server'],
    commands: [
      'sudo apt-get install nats-server redis-server',
      'sudo dnf install nats-server redis',
      'brew install nats-server redis',
    ],
  },
  {
    packages: ['chromium'],
    commands: [
      'sudo apt-get install chromium',
      'sudo dnf install chromium',
      'brew install --cask chromium',
    ],
  },
])('names $packages as each package manager does', ({ packages, commands }) => {
  expect(installCommands(packages)).toEqual(commands);
});

test('the README has the commands for servers and browser', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  for (const command of installCommands(['nats-server', 'redis-server', 'chromium']))
    expect(readme).toContain(command);
});
