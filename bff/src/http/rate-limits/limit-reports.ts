import type { RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { countedAddress } from './attempts.ts';

/**
 * Bounds the automatic reports of browsers: requests a minute of one address, and of all together,
 * so that reports cannot keep this process busy or fill its memory. Too many are a 429.
 */
export function limitReports(
  name: string,
  limits: { ofAddress: number; ofAll: number },
  onTooMany: () => void,
): RequestHandler {
  const ofAll = new RateLimiterMemory({ keyPrefix: name, points: limits.ofAll, duration: 60 });
  const ofAddress = new RateLimiterMemory({
    keyPrefix: `${name} of`,
    points: limits.ofAddress,
    duration: 60,
  });
  return (request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    const address = countedAddress(request.ip ?? '');
    // all first: its limit bounds how many addresses are remembered
    ofAll
      .consume('all')
      .then(() => ofAddress.consume(address))
      .then(
        () => next(),
        () => {
          onTooMany();
          response.status(429).set({ 'Retry-After': '60', Connection: 'close' }).end();
        },
      );
  };
}
