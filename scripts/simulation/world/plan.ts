/** The parameters of one world. */
export interface Plan {
  readonly seed: number;
  /** Events until people leave. */
  readonly steps: number;
  /** Ids of the students. */
  readonly students: readonly number[];
  /** Ids of the staff. */
  readonly staff: readonly number[];
  readonly exams: number;
  readonly sessions: number;
  /** Replicas of each service. */
  readonly replicas: number;
  /** The names of the faults that may happen (fault-plan.ts); all unless given. */
  readonly faults?: readonly string[];
}

/** Returns a world with everything in it. */
export const wholeWorld = (seed: number, steps: number): Plan => ({
  seed,
  steps,
  students: [5001, 5002, 5003, 5004, 5005, 5006],
  staff: [1, 2],
  exams: 4,
  sessions: 4,
  replicas: 2,
});
