import grpc from '@grpc/grpc-js';
import { jest } from '@jest/globals';

/**
 * How long, in milliseconds, each call of another service that `work` makes may still take as it goes out, by
 * the path of the call. Of calls that `work` leaves to others nothing is known.
 */
export async function timeLimitsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const limits: Record<string, number> = {};
  const { makeUnaryRequest } = grpc.Client.prototype;
  const watched = jest
    .spyOn(grpc.Client.prototype, 'makeUnaryRequest')
    .mockImplementation(function (this: grpc.Client, ...asked: unknown[]) {
      const [path] = asked as [string];
      const { deadline } = asked[5] as { deadline: number };
      limits[path] = deadline - Date.now();
      return Reflect.apply(makeUnaryRequest, this, asked);
    } as never);
  try {
    await work();
  } finally {
    watched.mockRestore();
  }
  return limits;
}
