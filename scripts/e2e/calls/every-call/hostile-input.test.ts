import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { calls } from '@portal/contract/calls';
import type { Problem } from '@portal/contract/problem';
import { exampleOf } from '@portal/contract/testing/examples';
import {
  changesWithFields,
  type HostileInput,
  shareOf,
  takenOneByOne,
  troubleWithTaken,
} from '@portal/contract/testing/hostile-inputs';
import type { Answer } from '../../../portal-user/person.ts';
import { someAskers } from './askers.ts';

let { asker } = {} as Awaited<ReturnType<typeof someAskers>>;
beforeAll(async () => {
  ({ asker } = await someAskers());
});

type Named = (typeof calls)[number];
const ask = ({ call }: Named, input: object): Promise<Answer<Problem>> => {
  const { person, about } = asker(call);
  const key = call.keyed ? randomUUID() : undefined;
  return person.ask(call, { ...about, ...input }, key) as Promise<Answer<Problem>>;
};

/** Returns a difference unless the answer names the conditionally required fields. */
const troubleWithNeeded = (
  { what, fields }: HostileInput,
  { status, body }: Answer<Problem>,
): string[] => {
  const named = body.errors?.map(({ path }) => path.split('.')[0]) ?? [];
  const isNamed = status === 422 && fields.every((field) => named.includes(field));
  const isOtherCode = ['start_key_missing', 'pending_over'].includes(body.code);
  return isNamed || isOtherCode
    ? []
    : [`${fields} with ${what} is not named: ${status} ${body.code}`];
};

// input that the contract refuses: bff/src/testing/every-call/hostile-input.test.ts
const areas = [...Map.groupBy(changesWithFields, ({ area }) => area)].map(([area, all]) => ({
  area,
  all,
}));

test.each(areas)(
  'services handle all values that the contract accepts for calls of $area',
  async ({ all }) => {
    const troubles: string[] = [];
    for (const named of all) {
      const inputs = takenOneByOne(named.name, named.call);
      const needed = inputs.filter(({ isNeeded }) => isNeeded);
      const others = inputs.filter(({ isNeeded }) => !isNeeded);
      for (const hostile of [...needed, ...shareOf(named.name, others)]) {
        const answer = await ask(named, hostile.input);
        const found = (hostile.isNeeded ? troubleWithNeeded : troubleWithTaken)(hostile, answer);
        troubles.push(...found.map((one) => `${named.name}: ${one}`));
      }
    }
    expect(troubles).toEqual([]);
  },
);

test('answers reveal no internals, and problems are those of the contract', async () => {
  const problems: Problem[] = [];
  for (const named of calls) {
    const { status, body } = await ask(named, exampleOf(named.name));
    if (status >= 300) problems.push(body);
  }
  for (const problem of problems) {
    expect(problem).toMatchObject({
      type: 'about:blank',
      title: expect.any(String),
      status: expect.any(Number),
      detail: expect.any(String),
      code: expect.stringMatching(/^[a-z][a-z0-9_]+$/),
    });
    expect(JSON.stringify(problem)).not.toMatch(
      /\\n\s*at |node_modules|127\.0\.0\.1|localhost|SELECT|INSERT|ECONN|postgres|grpc/i,
    );
  }
});
