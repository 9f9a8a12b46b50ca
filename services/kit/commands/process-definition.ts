import type { Database } from '../database/database.ts';
import { conflict, type DomainError } from '../errors.ts';
import type { Call, Tx } from './command.ts';

/**
 * The context of a step. `attempt` is 0 on the first try of this process, so that a step can skip
 * the look-up at the partner.
 */
export interface Running<I, S> {
  id: string;
  input: I;
  state: S;
  call: Call;
  attempt: number;
  /** The key for a step's call to another service: the same on every try. */
  keyFor: (step: string) => string;
}

/**
 * One step. `run` reaches outside and must be safe to repeat with the same key; its result is kept
 * with the next commit. `commit` is one transaction of this service, with the progress of the
 * process in it. `undo` takes back what the step did when a later one is refused.
 */
export interface Step<I, S> {
  name: string;
  run?: (process: Running<I, S>) => Promise<Partial<S> | undefined>;
  commit?: (tx: Tx, process: Running<I, S>) => Promise<Partial<S> | undefined>;
  undo?: (tx: Tx, process: Running<I, S>, why: DomainError) => Promise<void>;
}

export interface Durable<I, S, A> {
  name: string;
  /**
   * In one transaction with the new process: checks and the first state. A refusal here leaves
   * nothing.
   */
  begin: (tx: Tx, input: I, call: Call, id: string) => Promise<S>;
  /** The last step must have a commit. */
  steps: Step<I, S>[];
  /** The response to the caller; stored under the key. */
  answer: (state: S) => A;
  /**
   * Why an operator cannot end it: its undo does not take back all that may have been done
   * elsewhere, and nothing else finds out about it. Such a process is mended and run again.
   */
  mustFinish?: string;
}

/**
 * A change that spans services. `start` runs it to its end or leaves it to the worker; `resume` is
 * the worker's.
 */
export interface Process<I, A> {
  name: string;
  start: (call: Call, input: I) => Promise<A>;
  resume: (db: Database) => Promise<number>;
}

const ENDED = 'request_ended';
/** The data with which an operator ends a process. */
export const ended = () =>
  conflict(
    ENDED,
    'This request could not be completed and was closed by our staff. Please try again.',
  );
/**
 * Whether an undo runs because an operator ended the process. A step's call to another service or a
 * partner may have succeeded in that case: the undo must look up an unknown outcome and not treat
 * it as refused.
 */
export const isEnded = (why: DomainError): boolean => why.code === ENDED;
