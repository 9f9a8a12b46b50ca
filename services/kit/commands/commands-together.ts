import { isUnavailable, type Sql } from '../database/database.ts';
import { DomainError, malformed } from '../errors.ts';
import type * as tables from '../prisma/tables.ts';
import { type Call, inTransaction, scopeOf, type Tx } from './command.ts';
import { firstAnswer, requestHash, serialize } from './serialize.ts';

/** One of several calls of a command, with a key of its own. */
export interface OneCall<I> {
  call: Call & { key: string };
  input: I;
}

/**
 * Calls for students that came in one request, each under a key of its own. Refuses with
 * bad_request where one is not whole.
 */
export const callsOf = <R, I extends { studentId: number }>(
  { actor, ...call }: Call,
  students: readonly { key: string; order?: R | undefined }[],
  toInput: (order: R) => I,
): OneCall<I>[] =>
  students.map(({ key, order }) => {
    if (key === '' || order === undefined)
      throw malformed('bad_request', 'Each student needs a key and an order.');
    const input = toInput(order);
    return { call: { ...call, key, actor: { ...actor, studentId: input.studentId } }, input };
  });

/** A command (command.ts) whose calls may come in lots. */
export interface ManyAtOnce<I, O> {
  name: string;
  work: (tx: Tx, input: I, call: Call) => Promise<O>;
  /** The same command for one call. */
  alone: (call: Call, input: I) => Promise<O>;
}

/**
 * Runs several calls of a command, all by one actor, in one transaction and few round trips; the
 * calls must not depend on each other. When one is refused or fails, the transaction is rolled back
 * and each call runs alone. Returns the outcome of each call in order. Keys count as with
 * `command`, whichever calls a repeated call is grouped with.
 */
export function together<I, O>({
  name,
  work,
  alone,
}: ManyAtOnce<I, O>): (calls: readonly OneCall<I>[]) => Promise<(O | DomainError)[]> {
  return async (calls) => {
    try {
      if (calls.length > 1) return await inOne(name, work, calls);
    } catch (error) {
      if (isUnavailable(error)) throw error;
    }
    const outcomes: (O | DomainError)[] = [];
    for (const { call, input } of calls)
      outcomes.push(await alone(call, input).catch(decidedRefusal));
    return outcomes;
  };
}

function decidedRefusal(error: unknown): DomainError {
  if (error instanceof DomainError && !error.isTransient) return error;
  throw error;
}

async function inOne<I, O>(
  name: string,
  work: ManyAtOnce<I, O>['work'],
  calls: readonly OneCall<I>[],
): Promise<(O | DomainError)[]> {
  const [{ call: first }] = calls as [OneCall<I>];
  const scope = scopeOf(first.actor);
  const keys = calls.map(({ call }) => call.key);
  const earlier = (sql: Sql) =>
    sql.many<Pick<tables.Idempotency, 'key' | 'bodyHash' | 'answer' | 'refusal'>>`
      SELECT key, body_hash, answer, refusal FROM idempotency
      WHERE command = ${name} AND scope = ${scope} AND key = ANY (${keys}::text[])`;
  return inTransaction(
    first,
    `${name}.together`,
    async (tx, rows) => {
      const kept = new Map(rows.map((row) => [row.key, row]));
      const fresh: { key: string; hash: string; answer: string }[] = [];
      const settled = await Promise.allSettled(
        calls.map(async ({ call, input }): Promise<O | DomainError> => {
          const hash = requestHash(call.actor, input);
          const known = kept.get(call.key);
          if (known) return keptOutcome<O>(known, hash);
          const answer = await work(tx, input, call);
          fresh.push({ key: call.key, hash, answer: JSON.stringify(serialize(answer) ?? null) });
          return answer;
        }),
      );
      // only now: a statement of another one must not meet the end of the transaction
      const failure = settled.find((one) => one.status === 'rejected');
      if (failure) throw failure.reason;
      tx.atCommit.run`
        INSERT INTO idempotency (command, scope, key, body_hash, answer)
        SELECT ${name}, ${scope}, made.*
        FROM unnest(${fresh.map((one) => one.key)}::text[], ${fresh.map((one) => one.hash)}::text[],
          ${fresh.map((one) => one.answer)}::jsonb[]) AS made`;
      return settled.map((one) => (one as PromiseFulfilledResult<O | DomainError>).value);
    },
    earlier,
  );
}

function keptOutcome<O>(
  kept: Pick<tables.Idempotency, 'bodyHash' | 'answer' | 'refusal'>,
  hash: string,
): O | DomainError {
  try {
    return firstAnswer(kept, hash) as O;
  } catch (error) {
    return decidedRefusal(error);
  }
}
