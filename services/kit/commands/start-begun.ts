import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../errors.ts';
import type * as tables from '../prisma/tables.ts';
import { type Call, scopeOf } from './command.ts';
import type { Process } from './process-definition.ts';

const LOOK_EVERY_MS = 50;
const BEGIN_MS = 25_000;

/**
 * Starts a durable process and returns its id once its row is committed; the process continues in
 * the background and is resumed after an interruption. The same key returns the same id. Refuses as
 * the start of the process does.
 */
export async function resumeStarted<I>(
  call: Call,
  process: Process<I, unknown>,
  input: I,
): Promise<string> {
  const until = performance.now() + BEGIN_MS;
  const working = process.start(call, input).then(
    () => 'done' as const,
    (error: unknown) => ({ error }),
  );
  for (;;) {
    const outcome = await Promise.race([working, pause(LOOK_EVERY_MS, null)]);
    const failure = outcome !== null && outcome !== 'done' ? outcome.error : undefined;
    if (failure instanceof DomainError && !failure.isTransient) throw failure;
    const begun = await call.db.maybe<Pick<tables.Process, 'id'>>`
      SELECT id FROM process
      WHERE name = ${process.name} AND scope = ${scopeOf(call.actor)} AND key = ${call.key}`;
    if (begun !== undefined) return begun.id;
    if (outcome !== null || performance.now() > until)
      throw failure ?? new Error('a process was started and is not there');
  }
}
