import type { Call } from '../../commands/command.ts';
import { type RpcSet, rpcs, type ServiceDefinition } from '../../grpc/rpc.ts';

// biome-ignore lint/suspicious/noExplicitAny: a stand-in answers only the calls of its test
type Answers = Record<string, (request: any, call: Call) => Promise<any>>;

/**
 * Returns RPCs of another service from memory, open to the callers that their proto names; an RPC
 * without an answer here fails: no caller should use it.
 */
export const standIn = (definition: ServiceDefinition, answers: Answers): RpcSet => {
  const handlers = Object.keys(definition.methods).map((name) => [
    name,
    {
      handle:
        answers[name] ??
        (() => Promise.reject(new Error(`nobody should ask ${definition.fullName}.${name}`))),
    },
  ]);
  // biome-ignore lint/suspicious/noExplicitAny: see above
  return rpcs(definition, Object.fromEntries(handlers) as any);
};
