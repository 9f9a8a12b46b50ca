// Faults of the processor's responses on their way, beyond the faults of its sandbox.

type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** Does something while requests go through another fetch, which is given the real one. */
async function withFetch<T>(altered: (real: Fetch) => Fetch, work: () => Promise<T>): Promise<T> {
  const real = globalThis.fetch;
  globalThis.fetch = altered(real as Fetch) as typeof fetch;
  try {
    return await work();
  } finally {
    globalThis.fetch = real;
  }
}

const lost = () => new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });

/** Does something while every answer to such requests is lost. */
export const withAnswersLost = <T>(requests: RegExp, work: () => Promise<T>): Promise<T> =>
  withFetch(
    (real) => async (input, init) => {
      const response = await real(input, init);
      if (requests.test(String(init?.body))) throw lost();
      return response;
    },
    work,
  );

/** Does something while the processor's answers say something else than they did. */
export const withAnswersChanged = <T>(
  change: (text: string) => string,
  work: () => Promise<T>,
): Promise<T> =>
  withFetch(
    (real) => async (input, init) => {
      const response = await real(input, init);
      if (input !== process.env.CARDS_URL) return response;
      return new Response(change(await response.text()), response);
    },
    work,
  );

/** Runs work while the processor answers no look-up after the first charge request. */
export const whileNobodyKnows = <T>(work: () => Promise<T>): Promise<T> => {
  let charges = 0;
  return withFetch(
    (real) => async (input, init) => {
      const isCharge = String(init?.body).includes('authCaptureTransaction');
      if (isCharge) charges += 1;
      if (!isCharge && charges > 0 && input === process.env.CARDS_URL) throw lost();
      return real(input, init);
    },
    work,
  );
};

/**
 * Does something while the processor refuses the first `times` such requests with a code, without
 * carrying them out and not before `until` resolves. Returns how many it refused.
 */
export async function withRequestsRefused(
  {
    requests,
    code,
    times,
    until,
  }: { requests: RegExp; code: string; times: number; until?: () => Promise<void> },
  work: () => Promise<unknown>,
): Promise<number> {
  let refused = 0;
  const body = JSON.stringify({
    messages: { resultCode: 'Error', message: [{ code, text: 'Not now.' }] },
  });
  await withFetch(
    (real) => async (input, init) => {
      const isRefused =
        input === process.env.CARDS_URL && refused < times && requests.test(String(init?.body));
      if (!isRefused) return real(input, init);
      refused += 1;
      await until?.();
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    },
    work,
  );
  return refused;
}
