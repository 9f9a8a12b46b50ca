import type { Node } from 'libpg-query';
import type { Env, Scope } from './catalog.ts';
import { compileOutputs } from './select.ts';
import type { Value } from './values.ts';

/** Compiles RETURNING; without it, each changed row gives an empty list. */
export function returning(nodes: readonly Node[] | undefined, scope: Scope) {
  const outputs = compileOutputs(nodes, scope);
  return {
    columns: outputs.map(({ name }) => name),
    of: (env: Env): Value[] => outputs.map(({ value }) => value(env)),
  };
}
