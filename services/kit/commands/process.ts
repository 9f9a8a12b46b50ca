import { randomUUID } from 'node:crypto';
import type { Actor } from '../auth/actor.ts';
import { type Database, isDuplicate, isUnavailable, type Sql } from '../database/database.ts';
import { conflict, DomainError, unavailable } from '../errors.ts';
import { uuidv7 } from '../ids.ts';
import { failpoint } from '../jobs/failpoints.ts';
import { noteProcess } from '../observability/metrics/event-metrics.ts';
import { newRequestId } from '../observability/request-id.ts';
import { continueRequest, currentTraceParent, inSpan } from '../observability/tracing/spans.ts';
import type * as tables from '../prisma/tables.ts';
import { steadyNow } from '../steady-clock.ts';
import { type Call, inTransaction, scopeOf, type Tx } from './command.ts';
import {
  type Durable,
  ended,
  isEnded,
  type Process,
  type Running,
  type Step,
} from './process-definition.ts';
import { releaseProcess, type Taken } from './release-process.ts';
import { deserialize, firstAnswer, requestHash, serialize, serializeError } from './serialize.ts';

/** The process or response that a key has so far. */
interface StoredProcess extends Pick<tables.Process, 'id' | 'bodyHash' | 'answer' | 'refusal'> {
  status: 'running' | 'dead' | 'done' | 'refused';
}
/** The stored state with which a process continues. */
interface Row
  extends Pick<
    tables.Process,
    'id' | 'input' | 'state' | 'step' | 'attempts' | 'ending' | 'traceParent' | 'createdAt'
  > {
  actor: Actor;
}

/** The result of the first transaction: a new process, or the existing one of the key. */
type Begun<S> = { state: S } | { known: StoredProcess };

const LEASE_SECONDS = 8;
const secondsSince = (moment: Date): number => (steadyNow().getTime() - moment.getTime()) / 1000;
/** How many processes one look takes up. */
export const RESUME_BATCH = 20;
const inProgress = () =>
  conflict('request_in_progress', 'This request is still being worked on.', { retryAfter: 2 });

/**
 * Makes a durable process of its steps: started by a key it runs once, and any replica takes up
 * what a crash left.
 */
export function durable<I, S extends object, A>(definition: Durable<I, S, A>): Process<I, A> {
  const { name } = definition;

  async function start(call: Call, input: I): Promise<A> {
    const { db } = call;
    const scope = scopeOf(call.actor);
    const key = call.key ?? uuidv7();
    const hash = requestHash(call.actor, input);
    const find = (sql: Sql) => sql.maybe<StoredProcess>`
      SELECT id, body_hash, status, answer, refusal FROM process
      WHERE name = ${name} AND scope = ${scope} AND key = ${key}`;

    const id = uuidv7();
    const owner = randomUUID();
    const begin = async (tx: Tx, known: StoredProcess | undefined): Promise<Begun<S>> => {
      if (known) return { known };
      const state = await definition.begin(tx, input, call, id);
      tx.atCommit.run`
        INSERT INTO process (id, name, scope, key, body_hash, actor, input, state, owner,
          lease_until, trace_parent)
        VALUES (${id}, ${name}, ${scope}, ${key}, ${hash}, ${JSON.stringify(call.actor)},
          ${JSON.stringify(serialize(input))}, ${JSON.stringify(serialize(state))}, ${owner},
          clock_timestamp() + ${LEASE_SECONDS} * interval '1 second',
          ${currentTraceParent(call.requestId)}::text)`;
      return { state };
    };
    let begun: Begun<S> | undefined;
    try {
      begun = await inTransaction(call, `${name}.begin`, begin, find);
      if ('state' in begun) {
        const { state } = begun;
        const fresh = { step: 0, attempt: 0, ending: false, begunAt: call.now };
        return await advance(call, { id, owner, input, state, ...fresh });
      }
    } catch (error) {
      const isTwin = isDuplicate(error, 'process_name_scope_key_key');
      const isFirstRefusal =
        error instanceof DomainError &&
        !error.isTransient &&
        !(await db.maybe`SELECT 1 AS known FROM process WHERE id = ${id}`);
      if (isFirstRefusal) {
        await db.run`
          INSERT INTO process (id, name, scope, key, body_hash, actor, input, state, status,
            refusal)
          VALUES (${id}, ${name}, ${scope}, ${key}, ${hash}, '{}', '{}', '{}', 'refused',
            ${serializeError(error as DomainError)}) ON CONFLICT DO NOTHING`;
      }
      if (isTwin || isFirstRefusal) {
        const twin = await find(db);
        if (twin && twin.id !== id) return goOn(twin, hash, call);
      }
      throw error;
    }
    return goOn(begun.known, hash, call);
  }

  async function goOn(row: StoredProcess, hash: string, call: Call): Promise<A> {
    if (row.status === 'done' || row.status === 'refused' || row.bodyHash !== hash)
      return firstAnswer(row, hash) as A;
    const owner = randomUUID();
    // reads the current row: since the look-up a worker may have continued the process, or an
    // operator may have requested its end
    const taken = await call.db.maybe<Row>`
      UPDATE process
      SET owner = ${owner},
        lease_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second',
        attempts = attempts + 1
      WHERE id = ${row.id} AND status = 'running' AND lease_until < clock_timestamp()
      RETURNING id, actor, input, state, step, attempts, ending, trace_parent, created_at`;
    if (!taken) throw inProgress();
    return advance({ ...call, actor: taken.actor }, takenBy(owner, taken));
  }

  const takenBy = (
    owner: string,
    { id, input, state, step, attempts, ending, createdAt }: Row,
  ): Taken<I, S> => ({
    id,
    owner,
    input: deserialize(input) as I,
    state: deserialize(state) as S,
    step,
    attempt: attempts,
    ending,
    begunAt: createdAt,
  });

  async function advance(call: Call, from: Taken<I, S>): Promise<A> {
    const { id, owner, input, attempt } = from;
    let state = from.state;
    const heartbeat = setInterval(() => {
      call.db.run`
          UPDATE process
          SET lease_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
          WHERE id = ${id} AND owner = ${owner} AND status = 'running'`.catch(() => {});
    }, 3000);
    const seen = (): Running<I, S> => ({
      id,
      input,
      state,
      call,
      attempt,
      keyFor: (step) => `${id}:${step}`,
    });
    const runStep = (step: Step<I, S>) =>
      inSpan(`${name}.${step.name} run`, {}, async () => step.run?.(seen()));
    let index = from.step;
    try {
      if (from.ending) throw ended();
      for (; index < definition.steps.length; index++) {
        const step = definition.steps[index] as Step<I, S>;
        await failpoint(`${name}.${step.name}.before`);
        if (step.run) state = { ...state, ...(await runStep(step)) };
        await failpoint(`${name}.${step.name}.ran`);
        if (step.commit) {
          const isLast = index === definition.steps.length - 1;
          // the row stays locked to the end, so what is written at the commit finds it as it was
          const hold = (sql: Sql) => sql.maybe<Pick<tables.Process, 'id'>>`
            SELECT id FROM process
            WHERE id = ${id} AND owner = ${owner} AND step <= ${index} AND status = 'running'
            FOR UPDATE`;
          const commit = async (tx: Tx, held: object | undefined) => {
            if (!held) throw inProgress();
            const next = { ...state, ...(await step.commit?.(tx, seen())) };
            tx.atCommit.run`
              UPDATE process
              SET state = ${isLast ? '{}' : JSON.stringify(serialize(next))}, step = ${index + 1},
                status = ${isLast ? 'done' : 'running'},
                answer =
                  ${isLast ? JSON.stringify(serialize(definition.answer(next)) ?? null) : null},
                input = ${isLast ? '{}' : JSON.stringify(serialize(input))}, failures = 0
              WHERE id = ${id}`;
            if (isLast) tx.measure(() => noteProcess(name, 'done', secondsSince(from.begunAt)));
            return next;
          };
          state = await inTransaction(call, `${name}.${step.name}`, commit, hold);
        }
        await failpoint(`${name}.${step.name}.after`);
      }
      return definition.answer(state);
    } catch (error) {
      const failed =
        error instanceof DomainError && !error.isTransient
          ? await refuse(call, from, index, seen(), error)
          : error;
      if (failed === null) throw error;
      await releaseProcess(call, definition, from, failed);
      throw isUnavailable(failed) ? unavailable() : failed;
    } finally {
      clearInterval(heartbeat);
    }
  }

  /**
   * Undoes the completed steps and stores the refusal as the answer, in one transaction. Returns
   * null when that is done; otherwise the error of the undo that failed: the transaction is rolled
   * back and retried like a step.
   */
  async function refuse(
    call: Call,
    { owner, begunAt }: Pick<Taken<I, S>, 'owner' | 'begunAt'>,
    index: number,
    process: Running<I, S>,
    why: DomainError,
  ): Promise<unknown> {
    if (isEnded(why) && definition.mustFinish !== undefined)
      return new Error(`cannot be ended: ${definition.mustFinish}`);
    try {
      await inTransaction(call, `${name}.refuse`, async (tx) => {
        const kept = await tx.run`
          UPDATE process
          SET status = 'refused', refusal = ${serializeError(why)}, input = '{}', state = '{}'
          WHERE id = ${process.id} AND owner = ${owner} AND status = 'running'`;
        // another worker holds the process now and decides its outcome
        if (kept === 0) throw inProgress();
        for (const step of definition.steps.slice(0, index + 1).reverse())
          await step.undo?.(tx, process, why);
        tx.measure(() => noteProcess(name, 'refused', secondsSince(begunAt)));
      });
      return null;
    } catch (error) {
      return error;
    }
  }

  async function resume(db: Database): Promise<number> {
    const owner = randomUUID();
    const rows = await db.many<Row>`
      UPDATE process
      SET owner = ${owner},
        lease_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second',
        attempts = attempts + 1
      WHERE id IN (SELECT id FROM process
        WHERE name = ${name} AND status = 'running' AND next_run_at <= clock_timestamp()
          AND lease_until < clock_timestamp()
        ORDER BY next_run_at LIMIT ${RESUME_BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id, actor, input, state, step, attempts, ending, trace_parent, created_at`;
    await Promise.allSettled(
      rows.map((row) =>
        continueRequest(
          `resume ${name}`,
          { traceParent: row.traceParent, otherId: newRequestId() },
          (requestId) => {
            const actor = { ...row.actor, via: row.actor.via };
            const call: Call = { db, actor, key: row.id, now: steadyNow(), requestId };
            return advance(call, takenBy(owner, row));
          },
        ),
      ),
    );
    return rows.length;
  }

  return { name, start, resume };
}
