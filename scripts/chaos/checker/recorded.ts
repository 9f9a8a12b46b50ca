import type { Operation } from '../clients/history.ts';
import type { Fault } from '../plan/plan.ts';
import type { Outside } from './outside.ts';

/** The state before the first fault. */
export interface Before {
  readonly credits: ReadonlyMap<number, number>;
  readonly cards: ReadonlyMap<number, readonly string[]>;
  readonly schools: ReadonlyMap<number, number>;
  readonly seats: ReadonlyMap<number, number>;
  readonly emails: ReadonlyMap<number, string>;
  /** Students for whom several clients work concurrently. */
  readonly shared: ReadonlySet<number>;
}

/** A fault at its actual times, in milliseconds of the history's clock. */
export interface Inflicted {
  readonly fault: Fault;
  readonly from: number;
  readonly to: number;
}

/** How long an affected process takes to recover, and clients to connect again. */
export const RECOVERY_MS = 15_000;

/** The data that is checked. */
export interface Recorded {
  readonly operations: readonly Operation[];
  readonly inflicted: readonly Inflicted[];
  readonly before: Before;
  readonly outside: Outside;
}

/** Operations that were answered as done, in the order of their answers. */
export const doneOf = ({ operations }: Pick<Recorded, 'operations'>): Operation[] =>
  operations
    .filter(({ outcome }) => outcome === 'done')
    .sort((a, b) => (a.answeredAt ?? 0) - (b.answeredAt ?? 0));

/** Names an operation and its client for a finding. */
export const nameOf = ({ id, client, name, studentId, key }: Operation): string =>
  `#${id} ${name} of ${client}${studentId === null ? '' : ` about student ${studentId}`}` +
  (key ? ` (key ${key})` : '');
