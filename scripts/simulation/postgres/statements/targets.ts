import type { Env, Expr } from '../storage/catalog.ts';
import type { LOCK, Tuple } from '../storage/storage.ts';
import type { compileFrom } from './from.ts';

/** Returns the rows that a statement changes, each once with the rows joined to it. */
export function targets(env: Env, from: ReturnType<typeof compileFrom>, where: Expr | null): Env[] {
  const found = new Map<Tuple, Env>();
  from(env, () => {
    const tuple = env.tuples[0] as Tuple;
    if (!found.has(tuple) && (!where || where(env) === true)) found.set(tuple, env.copy());
    return false;
  });
  return [...found.values()];
}

/** Locks the row; returns false if its current version is deleted or no longer matches. */
export function claim(
  env: Env,
  where: Expr | null,
  mode: typeof LOCK.noKeyUpdate | typeof LOCK.update,
) {
  const tuple = env.tuples[0] as Tuple;
  const { tx, snapshot } = env.ctx;
  if (tuple.changedIn(snapshot)) return false;
  tuple.lock(tx, mode);
  const newest = tuple.newestFor(tx);
  if (newest === null) return false;
  if (newest === env.rows[0]) return true;
  env.rows[0] = newest;
  return !where || where(env) === true;
}
