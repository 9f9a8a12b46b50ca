// A short pass of `npm run fuzz`: each role sends a few cases to every call. Needs schemathesis
// (npm run tools, where Python is).
import { describe, expect, test } from '@jest/globals';
import { closeClients } from '@portal/kit/grpc/client';
import { fuzzRoles } from './fuzz-roles.ts';
import { IDENTITIES, madePeople } from './identities.ts';
import { startOwnPortal } from './own-portal.ts';
import { countsIn } from './run-role.ts';
import { findSchemathesis, NO_SCHEMATHESIS } from './schemathesis.ts';

const program = findSchemathesis();
const withProgram = program ? describe : describe.skip;
const CASES = 2_500;

withProgram(program ? 'cases that are made of the OpenAPI' : NO_SCHEMATHESIS, () => {
  test('are answered as it says by whatever role they are sent, never by a 5xx', async () => {
    const portal = await startOwnPortal(() => {});
    try {
      const result = await fuzzRoles({
        program: program as string,
        url: portal.url,
        identities: IDENTITIES,
        cases: CASES,
        seed: 1,
        say: () => {},
        ...(await madePeople()),
      });
      expect(result.failures).toEqual([]);
      expect(result.cases).toBeGreaterThanOrEqual(CASES);
    } finally {
      closeClients();
      await portal.stop();
    }
  });
});

test('the summary of schemathesis says how many cases were sent to how many calls', () => {
  const summary = `API Operations:\n  Selected: 144/145\n  Tested: 143\n\nTest cases:\n  423 generated, 4 found 4 unique failures\n`;
  expect(countsIn(summary)).toEqual({ cases: 423, calls: 143 });
});
