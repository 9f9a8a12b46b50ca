import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { calls } from '@portal/contract/calls';
import { streams } from '@portal/contract/live';
import { Person } from '../person.ts';
import { examples } from './examples.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** Each area's file has one block a call, named after it. */
const blocks: ReadonlyMap<string, string> = new Map(
  readdirSync(here)
    .filter((file) =>
      /^(assignments|auth|exams|grades|online|payments|retakes|schools|sessions|staff-online|student|study)(-[\w-]+)?\.test\.ts$/.test(
        file,
      ),
    )
    .flatMap((file) =>
      readFileSync(join(here, file), 'utf8')
        .split(/^(?=describe\()/m)
        .slice(1),
    )
    .map((block): [string, string] => [/^describe\('(\w+)'/.exec(block)?.[1] ?? '', block]),
);

/** Refusals that nothing can bring about, and why. */
const outOfReach: Readonly<Record<string, string>> = {
  'adminResetPassword email_taken': 'staff log in by name: no link stores an address',
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
  expect(documented.sort()).toEqual(places.map(({ method, path }) => `${method} ${path}`).sort());
});

test('every call of the contract has an example and a block of tests, and nothing else has', () => {
  const names = calls.map(({ name }) => name).sort();
  expect(Object.keys(examples).sort()).toEqual(names);
  expect([...blocks.keys()].sort()).toEqual(names);
});

test.each(calls)('each refusal of $name is brought about by a test', ({ name, call }) => {
  const block = blocks.get(name) ?? '';
  const untested = Object.keys(call.refuses ?? {}).filter(
    (code) => !block.includes(`'${code}'`) && outOfReach[`${name} ${code}`] === undefined,
  );
  expect(untested).toEqual([]);
});
