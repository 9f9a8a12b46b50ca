import type { Node } from 'libpg-query';
import type { Env, Scope } from '../storage/catalog.ts';
import type { Value } from '../storage/values.ts';
import { compileOutputs } from './select.ts';

/** Compiles RETURNING; without it, each changed row gives an empty list. */
export function returning(nodes: readonly Node[] | undefined, scope: Scope) {
  const outputs = compileOutputs(nodes, scope);
  return {
    columns: outputs.map(({ name }) => name),
    of: (env: Env): Value[] => outputs.map(({ value }) => value(env)),
  };
}
