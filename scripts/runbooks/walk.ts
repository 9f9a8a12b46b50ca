import type { Site } from './site/site.ts';

/** The steps of docs/operations/runbooks.md for an alert, and a check that they helped. */
export interface Way {
  /** Follows the runbook. */
  follow: () => Promise<void>;
  /**
   * Checks that the cause is repaired; that no alert fires and the portal serves is always checked.
   */
  healed?: () => Promise<void>;
}

/** A cause on a running portal, and its remedy. */
export interface Walk {
  /** The alerts that it fires. */
  alerts: readonly string[];
  /** What goes wrong, for the report. */
  cause: string;
  /** The divisor of the chart's durations, by alert if they differ; 60 unless given. */
  factor?: number | Readonly<Record<string, number>>;
  /**
   * Starts the cause. At the end of the walk, also of a failed one, the scene is disposed of:
   * traffic stops and repairs are made.
   */
  provoke: (site: Site, scene: AsyncDisposableStack) => Promise<Way>;
}
