import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { calls } from '@portal/contract/calls';
import { streams } from '@portal/contract/live';
import { CALENDAR_FILE } from '@portal/contract/sessions/calendar-feed';
import { Person } from '../../../portal-user/person.ts';

const CALLS = join(import.meta.dirname, '..');

/** Files whose blocks are about many calls. */
const OF_MANY_CALLS = /^(every-call\/|exams\/row-actions\.)/;

/** Names of calls with a block of tests in the folder of their area. */
const blocks = new Set(
  globSync('*/*.test.ts', { cwd: CALLS })
    .filter((file) => !OF_MANY_CALLS.test(file))
    .flatMap((file) => [
      ...readFileSync(join(CALLS, file), 'utf8').matchAll(/^describe\('(\w+)'/gm),
    ])
    .map(([, name]) => name),
);

interface OpenApi {
  paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;
}

test('the running portal documents exactly the calls and streams of the contract', async () => {
  const { status, body } = await new Person().send<OpenApi>('GET', '/api/openapi.json');
  const documented = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(status).toBe(200);
  const places = [...calls.map(({ call }) => call), ...streams.map(({ stream }) => stream)];
  expect(documented.sort()).toEqual(
    [`GET ${CALENDAR_FILE.path}`, ...places.map(({ method, path }) => `${method} ${path}`)].sort(),
  );
});

test('every call of the contract has blocks of tests, and nothing else has', () => {
  const names = calls.map(({ name }) => name).sort();
  expect([...blocks].sort()).toEqual(names);
});
