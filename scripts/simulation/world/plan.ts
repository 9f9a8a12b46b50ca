/** How one world is to be lived in. */
export interface Plan {
  readonly seed: number;
  /** Events until people go home. */
  readonly steps: number;
  /** Ids of those who buy and book. */
  readonly students: readonly number[];
  /** Ids of those who cancel and refund. */
  readonly staff: readonly number[];
  readonly exams: number;
  readonly sessions: number;
  /** Replicas of each service. */
  readonly replicas: number;
  /** Of all that would go wrong, what may (luck.ts); everything unless given. */
  readonly faults?: readonly string[];
}

/** A world with everything in it. */
export const wholeWorld = (seed: number, steps: number): Plan => ({
  seed,
  steps,
  students: [5001, 5002, 5003, 5004, 5005, 5006],
  staff: [1, 2],
  exams: 4,
  sessions: 4,
  replicas: 2,
});
