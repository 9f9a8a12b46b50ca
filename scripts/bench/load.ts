import autocannon from 'autocannon';

/** Measures requests per second of one GET with 16 connections; throws if any answer is not 2xx. */
export async function requestsPerSecond(
  url: string,
  {
    cookie,
    seconds = 8,
    encoding = 'identity',
  }: { cookie?: string; seconds?: number; encoding?: string } = {},
): Promise<number> {
  const result = await autocannon({
    url,
    connections: 16,
    duration: seconds,
    headers: { 'accept-encoding': encoding, ...(cookie ? { cookie } : {}) },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`);
  return result.requests.average;
}
