import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from './actor.ts';
import { type Call, inTransaction, scopeOf, type Tx } from './command.ts';
import { type Database, isDown, isDuplicate } from './database.ts';
import { conflict, DomainError, unavailable } from './errors.ts';
import { uuidv7 } from './ids.ts';
import type { Job } from './jobs.ts';
import { log } from './log.ts';
import { mark } from './marks.ts';
import { steadyNow } from './steady-clock.ts';
import { firstAnswer, freeze, freezeRefusal, requestHash, thaw } from './stored.ts';

/** What a step sees. `attempt` is 0 when nothing of this process was ever tried before, so that a partner need not be asked what happened. */
export interface Running<I, S> {
  id: string;
  input: I;
  state: S;
  call: Call;
  attempt: number;
  /** Key for what a step asks of another part: the same on every try. */
  keyFor: (step: string) => string;
}

/**
 * One step. `run` reaches outside and must be safe to repeat with the same key; its result is kept with the next commit. `commit` is one
 * transaction of this service, with the progress of the process in it. `undo` takes back what the step did when a later one is refused.
 */
export interface Step<I, S> {
  name: string;
  run?: (process: Running<I, S>) => Promise<Partial<S> | undefined>;
  commit?: (tx: Tx, process: Running<I, S>) => Promise<Partial<S> | undefined>;
  undo?: (tx: Tx, process: Running<I, S>, why: DomainError) => Promise<void>;
}

export interface Durable<I, S, A> {
  name: string;
  /** In one transaction with the new process: checks and the first state. A refusal here leaves nothing. */
  begin: (tx: Tx, input: I, call: Call, id: string) => Promise<S>;
  /** The last step must have a commit. */
  steps: Step<I, S>[];
  /** What the caller gets; kept as the answer of the key. */
  answer: (state: S) => A;
}

interface Row {
  id: string;
  bodyHash: string;
  actor: Actor;
  input: unknown;
  state: unknown;
  step: number;
  status: 'running' | 'done' | 'refused';
  answer: unknown;
  refusal: unknown;
  attempts: number;
  isLeased: boolean;
}

/** A process in somebody's hands. Whoever takes it has a name of his own, so that one who lost it (blocked, or cut off from the database) changes nothing. */
interface Taken<I, S> {
  id: string;
  owner: string;
  input: I;
  state: S;
  step: number;
  attempt: number;
}

const LEASE_SECONDS = 8;
/** The longest pause before an interrupted process is tried again: what is decided after so and so long is known soon after it. */
const LONGEST_PAUSE_SECONDS = 4;
const inProgress = () => conflict('request_in_progress', 'This request is still being worked on.', { retryAfter: 2 });

/** A change that spans services. `start` runs it to its end or leaves it to the worker; `resume` is the worker's. */
export interface Process<I, A> {
  name: string;
  start: (call: Call, input: I) => Promise<A>;
  resume: (db: Database) => Promise<number>;
}

/** Makes a durable process of its steps: started by a key it runs once, and any replica takes up what a crash left. */
export function durable<I, S extends object, A>(definition: Durable<I, S, A>): Process<I, A> {
  const { name } = definition;

  async function start(call: Call, input: I): Promise<A> {
    const { db } = call;
    const scope = scopeOf(call.actor);
    const key = call.key ?? uuidv7();
    const hash = requestHash(call.actor, input);
    const find = () => db.maybe<Row>`
      SELECT id, body_hash, actor, input, state, step, status, answer, refusal, attempts, lease_until > clock_timestamp() AS is_leased
      FROM process WHERE name = ${name} AND scope = ${scope} AND key = ${key}`;

    const known = await find();
    if (known) return goOn(known, hash, call);
    const id = uuidv7();
    const owner = randomUUID();
    try {
      const state = await inTransaction(call, `${name}.begin`, async (tx) => {
        const first = await definition.begin(tx, input, call, id);
        await tx.flush();
        await tx.run`
          INSERT INTO process (id, name, scope, key, body_hash, actor, input, state, owner, lease_until)
          VALUES (${id}, ${name}, ${scope}, ${key}, ${hash}, ${JSON.stringify(call.actor)}, ${JSON.stringify(freeze(input))}, ${JSON.stringify(freeze(first))},
            ${owner}, clock_timestamp() + ${LEASE_SECONDS} * interval '1 second')`;
        return first;
      });
      return await advance(call, { id, owner, input, state, step: 0, attempt: 0 });
    } catch (error) {
      const isTwin = isDuplicate(error, 'process_name_scope_key_key');
      const isFirstRefusal =
        error instanceof DomainError && !error.isPassing && !(await db.maybe`SELECT 1 AS known FROM process WHERE id = ${id}`);
      if (isFirstRefusal) {
        await db.run`
          INSERT INTO process (id, name, scope, key, body_hash, actor, input, state, status, refusal)
          VALUES (${id}, ${name}, ${scope}, ${key}, ${hash}, '{}', '{}', '{}', 'refused', ${freezeRefusal(error as DomainError)}) ON CONFLICT DO NOTHING`;
      }
      if (isTwin || isFirstRefusal) {
        const twin = await find();
        if (twin && twin.id !== id) return goOn(twin, hash, call);
      }
      throw error;
    }
  }

  async function goOn(row: Row, hash: string, call: Call): Promise<A> {
    if (row.status !== 'running' || row.bodyHash !== hash) return firstAnswer(row, hash) as A;
    const owner = randomUUID();
    const taken = await call.db.maybe<{ attempts: number }>`
      UPDATE process SET owner = ${owner}, lease_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second', attempts = attempts + 1
      WHERE id = ${row.id} AND status = 'running' AND lease_until < clock_timestamp() RETURNING attempts`;
    if (!taken) throw inProgress();
    return advance(
      { ...call, actor: row.actor },
      { id: row.id, owner, input: thaw(row.input) as I, state: thaw(row.state) as S, step: row.step, attempt: taken.attempts },
    );
  }

  async function advance(call: Call, from: Taken<I, S>): Promise<A> {
    const { id, owner, input, attempt } = from;
    let state = from.state;
    const heartbeat = setInterval(() => {
      call.db
        .run`UPDATE process SET lease_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second' WHERE id = ${id} AND owner = ${owner} AND status = 'running'`.catch(
        () => {},
      );
    }, 3000);
    const seen = (): Running<I, S> => ({ id, input, state, call, attempt, keyFor: (step) => `${id}:${step}` });
    let index = from.step;
    try {
      for (; index < definition.steps.length; index++) {
        const step = definition.steps[index] as Step<I, S>;
        await mark(`${name}.${step.name}.before`);
        if (step.run) state = { ...state, ...(await step.run(seen())) };
        await mark(`${name}.${step.name}.ran`);
        if (step.commit) {
          const isLast = index === definition.steps.length - 1;
          state = await inTransaction(call, `${name}.${step.name}`, async (tx) => {
            const next = { ...state, ...(await step.commit?.(tx, seen())) };
            await tx.flush();
            const kept = await tx.run`
              UPDATE process SET state = ${JSON.stringify(freeze(next))}, step = ${index + 1}, status = ${isLast ? 'done' : 'running'},
                answer = ${isLast ? JSON.stringify(freeze(definition.answer(next)) ?? null) : null}, input = ${isLast ? '{}' : JSON.stringify(freeze(input))}
              WHERE id = ${id} AND owner = ${owner} AND step <= ${index} AND status = 'running'`;
            if (kept === 0) throw inProgress();
            return next;
          });
        }
        await mark(`${name}.${step.name}.after`);
      }
      return definition.answer(state);
    } catch (error) {
      if (error instanceof DomainError && !error.isPassing) throw await refuse(call, owner, index, seen(), error);
      await release(call, from, error);
      throw isDown(error) ? unavailable() : error;
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** Undoes the steps that were done and keeps the refusal as the answer, in one transaction. */
  async function refuse(call: Call, owner: string, index: number, process: Running<I, S>, why: DomainError): Promise<DomainError> {
    await inTransaction(call, `${name}.refuse`, async (tx) => {
      const kept = await tx.run`
        UPDATE process SET status = 'refused', refusal = ${freezeRefusal(why)}, input = '{}', state = '{}' WHERE id = ${process.id} AND owner = ${owner} AND status = 'running'`;
      if (kept === 0) throw inProgress(); // somebody else has it meanwhile, and what comes of it is not decided here
      for (const step of definition.steps.slice(0, index + 1).reverse()) await step.undo?.(tx, process, why);
    });
    return why;
  }

  async function release(call: Call, { id, owner, attempt }: Taken<I, S>, error: unknown): Promise<void> {
    const isKnown = isDown(error) || error instanceof DomainError;
    log[isKnown ? 'warn' : 'error']({ err: error, process: name, id, requestId: call.requestId }, 'process interrupted, will be resumed');
    await call.db.run`
      UPDATE process SET owner = NULL, lease_until = clock_timestamp(), next_run_at = clock_timestamp() + ${Math.min(LONGEST_PAUSE_SECONDS, 2 ** Math.min(attempt, 4))} * interval '1 second'
      WHERE id = ${id} AND owner = ${owner} AND status = 'running'`.catch(() => {}); // the lease ends by itself when the database is away
  }

  async function resume(db: Database): Promise<number> {
    const owner = randomUUID();
    const rows = await db.many<Row>`
      UPDATE process SET owner = ${owner}, lease_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second', attempts = attempts + 1
      WHERE id IN (SELECT id FROM process WHERE name = ${name} AND status = 'running' AND next_run_at <= clock_timestamp() AND lease_until < clock_timestamp()
        ORDER BY next_run_at LIMIT 20 FOR UPDATE SKIP LOCKED)
      RETURNING id, actor, input, state, step, attempts`;
    await Promise.allSettled(
      rows.map((row) => {
        const call: Call = { db, actor: { ...row.actor, via: row.actor.via }, key: row.id, now: steadyNow(), requestId: row.id };
        return advance(call, {
          id: row.id,
          owner,
          input: thaw(row.input) as I,
          state: thaw(row.state) as S,
          step: row.step,
          attempt: row.attempts,
        });
      }),
    );
    return rows.length;
  }

  return { name, start, resume };
}

/**
 * Takes up processes that a crash or a part that was away has left. A job for each kind: one whose partner is slow, or that never comes to its end,
 * keeps no other kind waiting.
 */
// biome-ignore lint/suspicious/noExplicitAny: a list of processes of any input and answer
export function resumeJobs(db: Database, processes: Process<any, any>[]): Job[] {
  return processes.map((process) => ({
    name: `resume ${process.name}`,
    everySeconds: 1,
    async run() {
      while ((await process.resume(db)) === 20) await pause(0);
    },
  }));
}
