import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { calls } from '@portal/contract/calls';
import { streams } from '@portal/contract/live';
import { CALENDAR_FILE } from '@portal/contract/sessions/calendar-feed';
import { examples } from '@portal/contract/testing/examples';
import { Person } from '../../people/person.ts';
import { refusalsOfCharging } from '../payments/charges.ts';
import { refusalsOfPlaces } from '../sessions/places.ts';

const CALLS = join(import.meta.dirname, '..');

/** Files whose blocks are about many calls. */
const OF_MANY_CALLS = /^(every-call\/|exams\/row-actions\.)/;

/** Tests that many calls share, and the refusals that they bring about where a call has them. */
const shared: Readonly<Record<string, readonly string[]>> = {
  'chargesOnce(': refusalsOfCharging,
  'refusesPlaces(': refusalsOfPlaces,
};

/** The blocks of tests of each call, named after it, in the folder of its area. */
const blocks: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  globSync('*/*.test.ts', { cwd: CALLS })
    .filter((file) => !OF_MANY_CALLS.test(file))
    .flatMap((file) =>
      readFileSync(join(CALLS, file), 'utf8')
        .split(/^(?=describe\()/m)
        .slice(1),
    ),
  (block) => /^describe\('(\w+)'/.exec(block)?.[1] ?? '',
);
const bringsAbout = (block: string, code: string): boolean =>
  block.includes(`'${code}'`) ||
  Object.entries(shared).some(([use, codes]) => block.includes(use) && codes.includes(code));

/** Refusals that nothing can bring about, and why. */
const outOfReach: Readonly<Record<string, string>> = {
  'adminResetPassword email_taken': 'staff log in by name: no link stores an address',
  'updateUser last_tech_support': 'other accounts of tech support are there; tried with a database',
};

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

test('every call of the contract has an example and blocks of tests, and nothing else has', () => {
  const names = calls.map(({ name }) => name).sort();
  expect(Object.keys(examples).sort()).toEqual(names);
  expect([...blocks.keys()].sort()).toEqual(names);
});

test.each(calls)('each refusal of $name is brought about by a test', ({ name, call }) => {
  const ofCall = blocks.get(name) ?? [];
  const untested = Object.keys(call.refuses ?? {}).filter(
    (code) =>
      !ofCall.some((block) => bringsAbout(block, code)) &&
      outOfReach[`${name} ${code}`] === undefined,
  );
  expect(untested).toEqual([]);
});
