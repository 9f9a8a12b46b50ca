import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import pact from '@pact-foundation/pact';
import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import { CallFailure, send, type Wire } from '../api.ts';

// What the page leans on: how it asks, and the fields and types of what comes back. The BFF verifies the written pact on its own side.
const { MatchersV3, PactV4 } = pact;
const portal = new PactV4({
  consumer: 'web',
  provider: 'bff',
  dir: fileURLToPath(new URL('../../../../bff/pact', import.meta.url)),
  logLevel: 'error',
});
const key = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const browserFetch = globalThis.fetch;

interface Meeting<Spec extends CallSpec> {
  given: string;
  input: CallInput<Spec>;
  answer?: CallAnswer<Spec>;
  refusal?: { status: number; code: string; detail: string; expected?: number; missing?: number; reason?: string };
}

/** The page asks as it always does; the answer is any of the same shape, a refusal has exactly this code and sentence. */
export async function meet<Spec extends CallSpec>(call: Wire<Spec>, { given, input, answer, refusal }: Meeting<Spec>): Promise<void> {
  const query = call.method === 'GET' ? Object.entries(input as object) : [];
  const outcome = portal
    .addInteraction()
    .given(given)
    .uponReceiving(`${call.method} ${call.path}${refusal ? `, refused as ${refusal.code}` : ''}`)
    .withRequest(call.method, call.path, (request) => {
      request.headers({ accept: 'application/json', ...(call.keyed ? { 'idempotency-key': key } : {}) });
      if (query.length > 0) request.query(Object.fromEntries(query.map(([name, value]) => [name, String(value)])));
      if (call.method === 'POST') request.jsonBody(input);
    })
    .willRespondWith(refusal?.status ?? 200, (response) => {
      response.headers({ 'Content-Type': refusal ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8' });
      response.jsonBody(refusal ? { type: 'about:blank', ...refusal } : MatchersV3.like(answer as object));
    });
  await outcome.executeTest(async ({ url }) => {
    globalThis.fetch = (path, init) => browserFetch(`${url}${String(path)}`, init);
    try {
      const sent = send(call, input, call.keyed ? { key } : {});
      if (!refusal) return expect(await sent).toEqual(answer);
      const failure = await sent.catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(CallFailure);
      return expect(failure).toMatchObject({ status: refusal.status, code: refusal.code, message: refusal.detail });
    } finally {
      globalThis.fetch = browserFetch;
    }
  });
}
