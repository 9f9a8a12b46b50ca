import type { Operation } from '../clients/history.ts';
import type { Fault } from '../plan/plan.ts';
import type { Outside } from './outside.ts';

/** What there was before the first fault. */
export interface Before {
  readonly credits: ReadonlyMap<number, number>;
  readonly cards: ReadonlyMap<number, readonly string[]>;
  readonly schools: ReadonlyMap<number, number>;
  readonly seats: ReadonlyMap<number, number>;
  readonly emails: ReadonlyMap<number, string>;
  /** Students on whom several clients work at once. */
  readonly shared: ReadonlySet<number>;
}

/** A fault as it really was, in milliseconds of the history's clock. */
export interface Inflicted {
  readonly fault: Fault;
  readonly from: number;
  readonly to: number;
}

/** How long a part that was hurt takes to be back, and whoever was cut off to connect again. */
export const RECOVERY_MS = 15_000;

/** All that is checked. */
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

/** Who did what, for a finding. */
export const nameOf = ({ id, client, name, studentId, key }: Operation): string =>
  `#${id} ${name} of ${client}${studentId === null ? '' : ` about student ${studentId}`}${key ? ` (key ${key})` : ''}`;
