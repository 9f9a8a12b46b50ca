/** The processes that work for a call, by the names of the portal's processes. */
export const PARTS = [
  'bff',
  'identity',
  'catalog',
  'registration',
  'payments',
  'postgres',
  'redis',
  'nats',
] as const;
export type Part = (typeof PARTS)[number];

/** The steps of a student, in order. */
export const STEPS = ['page', 'wait', 'sign in', 'exam list', 'register', 'book'] as const;
export type Step = (typeof STEPS)[number];

/** The cost of one execution of a step. */
export interface Cost {
  /** Milliseconds of CPU, by process. */
  readonly cpuMs: Readonly<Record<Part, number>>;
  /** Requests of the browser. */
  readonly requests: number;
  /** Statements that PostgreSQL ran, including those of writing transactions. */
  readonly statements: number;
  /** Bytes sent to the browser, with headers. */
  readonly bytes: number;
  /** Rows of the outbox: events that are sent through NATS. */
  readonly events: number;
}
export type Costs = Readonly<Record<Step, Cost>>;

/** Returns the milliseconds of CPU of all processes together. */
export const totalCpuMs = ({ cpuMs }: Cost): number =>
  PARTS.reduce((sum, part) => sum + cpuMs[part], 0);
