import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../start/paths.ts';

const IMPORTED = /import \{([^}]*)\} from '@portal\/proto\/(\w+)\/v1\/events'/g;

interface Consumed {
  consumer: string;
  provider: string;
  event: string;
}

/** Events of another service that a service imports in the code of its product. */
function consumedEvents(): Consumed[] {
  const files = globSync('services/*/src/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\/testing/.test(file),
  );
  return files.flatMap((file) => {
    const consumer = file.split('/')[1] as string;
    const source = readFileSync(join(ROOT, file), 'utf8');
    return [...source.matchAll(IMPORTED)].flatMap(([, names = '', provider = '']) =>
      provider === consumer
        ? []
        : names
            .split(',')
            .map((name) => ({ consumer, provider, event: name.trim() }))
            .filter(({ event }) => event !== ''),
    );
  });
}

const snakeCase = (name: string): string => name.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase();

function hasPact({ consumer, provider, event }: Consumed): boolean {
  const file = join(ROOT, `services/${provider}/pacts/${consumer}-${provider}.json`);
  if (!existsSync(file)) return false;
  const { interactions } = JSON.parse(readFileSync(file, 'utf8')) as {
    interactions: { description: string }[];
  };
  const name = `${provider}.${snakeCase(event)}`;
  return interactions.some(({ description }) => description === name);
}

test('every event that a service takes from another one has a pact', () => {
  const consumed = consumedEvents();
  expect(consumed.length).toBeGreaterThan(0);
  expect(consumed.filter((one) => !hasPact(one))).toEqual([]);
});
