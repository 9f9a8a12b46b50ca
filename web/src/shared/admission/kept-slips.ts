/** The cache in which the service worker (sw.js) finds slips without a network. */
const CACHE = 'admission-slips';

const store = () => (typeof caches === 'undefined' ? null : caches);

/** Keeps a slip as a page of its own, which is shown at its address when there is no connection. */
export async function keepSlip(registrationId: number, page: string): Promise<void> {
  const cache = await store()?.open(CACHE);
  await cache?.put(
    `/admission/${registrationId}`,
    new Response(page, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; " +
          "form-action 'none'; frame-ancestors 'none'",
      },
    }),
  );
}

/** Deletes the slips at sign-out, since a slip says who goes where and when. */
export const forgetSlips = (): void =>
  void store()
    ?.delete(CACHE)
    .catch(() => {});

/** A place that was given up has no slip any more. */
export async function forgetSlip(registrationId: number): Promise<void> {
  const cache = await store()?.open(CACHE);
  await cache?.delete(`/admission/${registrationId}`);
}
