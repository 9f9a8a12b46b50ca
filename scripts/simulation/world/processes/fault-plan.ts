import type { Random } from './random.ts';

/** A kind of fault; its occurrences are numbered. */
export type FaultKind =
  | 'database connection'
  | 'call'
  | 'processor silent'
  | 'processor declines'
  | 'processor fails'
  | 'death at a failpoint'
  | 'death'
  | 'database restarts'
  | 'session called off'
  | 'time passes';

/**
 * Decides which faults happen, with its own random numbers: leaving one out does not change the
 * other decisions.
 */
export class FaultPlan {
  /** The faults that happened, as `kind 12`. */
  readonly struck: string[] = [];
  private readonly counts = new Map<FaultKind, number>();
  private readonly random: Random;
  private readonly only: ReadonlySet<string> | null;

  /** `only`: the names of the faults that may happen; null: all. */
  constructor(random: Random, only: readonly string[] | null) {
    this.random = random;
    this.only = only && new Set(only);
  }

  strikes(kind: FaultKind, chance: number): boolean {
    if (chance === 0) return false;
    const number = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, number);
    const name = `${kind} ${number}`;
    if (!this.random.chance(chance) || this.only?.has(name) === false) return false;
    this.struck.push(name);
    return true;
  }
}
