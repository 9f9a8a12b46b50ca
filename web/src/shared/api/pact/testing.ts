import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import pact from '@pact-foundation/pact';
import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import { CallFailure, send, type Wire } from '../client.ts';
import { sendFile } from '../send-file.ts';

// The page's expectations: its requests, and the fields and types of the answers. The BFF verifies
// the written pact on its own side.
const { MatchersV3, PactV4 } = pact;
const portal = new PactV4({
  consumer: 'web',
  provider: 'bff',
  dir: fileURLToPath(new URL('../../../../../bff/pact', import.meta.url)),
  logLevel: 'error',
});
const key = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const browserFetch = globalThis.fetch;

interface Meeting<Spec extends CallSpec> {
  given: string;
  input: CallInput<Spec>;
  /**
   * The token of a link that authenticates instead of a session; such a call has no key of the
   * page.
   */
  bearer?: string;
  answer?: CallAnswer<Spec>;
  refusal?: Refusal;
}
interface ResponseBuilder {
  headers: (headers: Record<string, string>) => unknown;
  jsonBody: (body: unknown) => unknown;
}
interface Refusal {
  status: number;
  code: string;
  detail: string;
  expected?: number;
  missing?: number;
  reason?: string;
}

function answerWith(
  response: ResponseBuilder,
  answer: unknown,
  refusal: Refusal | undefined,
): void {
  response.headers({
    'Content-Type': refusal
      ? 'application/problem+json; charset=utf-8'
      : 'application/json; charset=utf-8',
  });
  response.jsonBody(
    refusal ? { type: 'about:blank', ...refusal } : MatchersV3.like(answer as object),
  );
}

async function expectOutcome(
  sent: Promise<unknown>,
  answer: unknown,
  refusal: Refusal | undefined,
): Promise<void> {
  if (!refusal) return expect(await sent).toEqual(answer);
  const failure = await sent.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CallFailure);
  expect(failure).toMatchObject({
    status: refusal.status,
    code: refusal.code,
    message: refusal.detail,
  });
}

const headersOf = ({ key, bearer }: { key?: string; bearer?: string }): Record<string, string> => ({
  ...(key ? { 'idempotency-key': key } : {}),
  ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
});

/**
 * The page asks as it always does; the answer is any of the same shape, a refusal has exactly this
 * code and sentence.
 */
export async function meet<Spec extends CallSpec>(
  call: Wire<Spec>,
  { given, input, bearer, answer, refusal }: Meeting<Spec>,
): Promise<void> {
  const query = call.method === 'GET' ? Object.entries(input as object) : [];
  const own = bearer !== undefined ? { bearer } : call.keyed ? { key } : {};
  const outcome = portal
    .addInteraction()
    .given(given)
    .uponReceiving(`${call.method} ${call.path}${refusal ? `, refused as ${refusal.code}` : ''}`)
    .withRequest(call.method, call.path, (request) => {
      request.headers({ accept: 'application/json', ...headersOf(own) });
      if (query.length > 0)
        request.query(Object.fromEntries(query.map(([name, value]) => [name, String(value)])));
      if (call.method === 'POST') request.jsonBody(input);
    })
    .willRespondWith(refusal?.status ?? 200, (response) => {
      answerWith(response, answer, refusal);
    });
  await outcome.executeTest(async ({ url }) => {
    globalThis.fetch = (path, init) => browserFetch(`${url}${String(path)}`, init);
    try {
      await expectOutcome(send(call, input, own), answer, refusal);
    } finally {
      globalThis.fetch = browserFetch;
    }
  });
}

const boundary = 'the-form-of-a-pact';

/** The form as a browser sends it, but for a boundary that is always the same. */
async function bytesOf(form: FormData): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const [name, value] of form) {
    const isFile = value instanceof File;
    const head = isFile ? `; filename="${value.name}"\r\nContent-Type: ${value.type}` : '';
    parts.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n`),
    );
    parts.push(
      isFile ? Buffer.from(await value.arrayBuffer()) : Buffer.from(value),
      Buffer.from('\r\n'),
    );
  }
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

const formType = `multipart/form-data; boundary=${boundary}`;

/** The subset of XMLHttpRequest that pages use, implemented with fetch. */
const requestTo = (url: string) =>
  class {
    readonly upload = {};
    readonly #headers: Record<string, string> = { 'content-type': formType };
    #path = '';
    status = 0;
    responseText = '';
    onload = () => {};
    onerror = () => {};
    open(_method: string, path: string): void {
      this.#path = path;
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }
    abort(): void {}
    getResponseHeader(): null {
      return null;
    }
    send(form: FormData): void {
      void this.#go(form).then(
        () => this.onload(),
        () => this.onerror(),
      );
    }
    async #go(form: FormData): Promise<void> {
      const response = await browserFetch(url + this.#path, {
        method: 'POST',
        headers: this.#headers,
        body: new Uint8Array(await bytesOf(form)),
      });
      this.status = response.status;
      this.responseText = await response.text();
    }
  };

/** As `meet`, for a call that takes a file. */
export async function insertFileOnce<Spec extends CallSpec & { keyed: true; upload: object }>(
  call: Wire<Spec>,
  {
    given,
    input,
    field,
    file,
    answer,
    refusal,
  }: Meeting<Spec> & { field: Spec['upload']['field']; file: File },
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(input as object)) form.set(name, String(value));
  form.set(field, file, file.name);
  const body = await bytesOf(form);
  const parts = [...form.keys()];
  await portal
    .addInteraction()
    .given(given)
    .uponReceiving(`${call.method} ${call.path}${refusal ? `, refused as ${refusal.code}` : ''}`)
    .withRequest(call.method, call.path, (request) => {
      request.headers({ accept: 'application/json', 'idempotency-key': key });
      request.body(formType, body);
      // match each field on its own: without its own rule a field is matched against the type of
      // the whole form
      request.matchingRules({
        body: parts.map((name) => ({ path: `$.${name}`, rules: [MatchersV3.equal('')] })),
      });
    })
    .willRespondWith(refusal?.status ?? 200, (response) => answerWith(response, answer, refusal))
    .executeTest(async ({ url }) => {
      const browser = globalThis as { XMLHttpRequest?: unknown };
      browser.XMLHttpRequest = requestTo(url);
      try {
        const signal = new AbortController().signal;
        await expectOutcome(
          sendFile(call, input, { field, file, key, signal, onProgress: () => {} }),
          answer,
          refusal,
        );
      } finally {
        delete browser.XMLHttpRequest;
      }
    });
}
