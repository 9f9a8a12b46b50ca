// A short pass of `npm run fuzz`: each role sends a few cases to every call. Needs schemathesis
// (npm run tools, where Python is).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { closeClients } from '@portal/kit/grpc/client';
import { findSchemathesis, NO_SCHEMATHESIS } from '../../tools/schemathesis.ts';
import { fuzzRoles } from './fuzz-roles.ts';
import { IDENTITIES, madePeople } from './identities.ts';
import { startOwnPortal } from './own-portal.ts';
import { countsIn, runRole } from './run-role.ts';

const program = findSchemathesis();
const withProgram = program ? describe : describe.skip;
const CASES = 300;
const answers = { content: { 'application/json': { schema: { type: 'object' } } } };
const responses = Object.fromEntries(
  [200, 503].map((status) => [status, { description: 'An answer', ...answers }]),
);
const ofOneCall = {
  openapi: '3.1.0',
  info: { title: 'One call', version: '1' },
  paths: { '/api/thing': { get: { responses } } },
};

withProgram(program ? 'cases generated from the OpenAPI' : NO_SCHEMATHESIS, () => {
  test('get only documented answers as every role, never a lasting 5xx', async () => {
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

  test.each([
    { what: 'a 503 that succeeds on a retry is no failure', times: 1, ok: true },
    { what: 'a lasting 503 is a failure', times: 100, ok: false },
  ])('$what', async ({ times, ok }) => {
    let left = times;
    const server = createServer((request, response) => {
      const isBusy = request.url === '/api/thing' && left-- > 0;
      response.writeHead(isBusy ? 503 : 200, {
        'content-type': 'application/json',
        ...(isBusy ? { 'retry-after': '0' } : {}),
      });
      response.end(request.url === '/api/openapi.json' ? JSON.stringify(ofOneCall) : '{}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const result = await runRole({
        program: program as string,
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        identity: 'nobody',
        signIn: async () => '',
        pools: {},
        casesOfCall: 1,
        boundaries: false,
        seed: 1,
      });
      expect(result).toMatchObject({ calls: 1, ok });
    } finally {
      server.close();
    }
  });
});

test('reads from the summary of schemathesis how many cases were sent to how many calls', () => {
  const summary =
    'API Operations:\n  Selected: 144/145\n  Tested: 143\n\n' +
    'Test cases:\n  423 generated, 4 found 4 unique failures\n';
  expect(countsIn(summary)).toEqual({ cases: 423, calls: 143 });
});
