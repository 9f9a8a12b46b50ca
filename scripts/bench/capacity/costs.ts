/** Processes that a call costs something, by the names of the portal's parts. */
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

/** What a student who comes does, one after the other. */
export const STEPS = ['page', 'wait', 'sign in', 'exam list', 'register', 'book'] as const;
export type Step = (typeof STEPS)[number];

/** What one time of a step costs. */
export interface Cost {
  /** Milliseconds of processor, by part. */
  readonly cpuMs: Readonly<Record<Part, number>>;
  /** Requests of the browser. */
  readonly requests: number;
  /** Statements that PostgreSQL ran, and transactions that wrote. */
  readonly statements: number;
  /** Sent to the browser, with headers. */
  readonly bytes: number;
  /** Rows of the outbox: events that go out by NATS. */
  readonly events: number;
}
export type Costs = Readonly<Record<Step, Cost>>;

/** Milliseconds of processor of all parts together. */
export const totalCpuMs = ({ cpuMs }: Cost): number =>
  PARTS.reduce((sum, part) => sum + cpuMs[part], 0);
