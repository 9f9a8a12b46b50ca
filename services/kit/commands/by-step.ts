import type { CallOptions } from '../grpc/client.ts';
import type { Running } from './process-definition.ts';

/**
 * For whom, and by which key, a step of a process asks another part: the same on every try. A step
 * that asks for several things names each.
 */
export const byStep = (
  { call, keyFor }: Pick<Running<unknown, unknown>, 'call' | 'keyFor'>,
  step: string,
): CallOptions => ({
  actor: call.actor,
  key: keyFor(step),
  requestId: call.requestId,
  origin: call.origin,
});
