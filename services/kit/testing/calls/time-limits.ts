import grpc from '@grpc/grpc-js';
import { jest } from '@jest/globals';

/**
 * Returns, by path, the milliseconds that each call of another service in `work` may still take as
 * it is sent. Calls that `work` starts elsewhere are not included.
 */
export async function timeLimitsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const limits: Record<string, number> = {};
  const { makeUnaryRequest } = grpc.Client.prototype;
  const watched = jest
    .spyOn(grpc.Client.prototype, 'makeUnaryRequest')
    .mockImplementation(function (this: grpc.Client, ...callArguments: unknown[]) {
      const [path] = callArguments as [string];
      const { deadline } = callArguments[5] as { deadline: number };
      limits[path] = deadline - Date.now();
      return Reflect.apply(makeUnaryRequest, this, callArguments);
    } as never);
  try {
    await work();
  } finally {
    watched.mockRestore();
  }
  return limits;
}
