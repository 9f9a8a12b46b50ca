import type { Random } from './random.ts';

/** What can go wrong; each time it does has a number of its own in its kind. */
export type Misfortune =
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
 * Decides what goes wrong, by a chance of its own: what is left out changes nothing about how the
 * other decisions fall.
 */
export class FaultPlan {
  /** Those that came about, as `kind 12`. */
  readonly struck: string[] = [];
  private readonly asked = new Map<Misfortune, number>();
  private readonly random: Random;
  private readonly only: ReadonlySet<string> | null;

  /** `only`: of all that would go wrong, what may; null: everything. */
  constructor(random: Random, only: readonly string[] | null) {
    this.random = random;
    this.only = only && new Set(only);
  }

  strikes(kind: Misfortune, chance: number): boolean {
    if (chance === 0) return false;
    const number = (this.asked.get(kind) ?? 0) + 1;
    this.asked.set(kind, number);
    const name = `${kind} ${number}`;
    if (!this.random.chance(chance) || this.only?.has(name) === false) return false;
    this.struck.push(name);
    return true;
  }
}
