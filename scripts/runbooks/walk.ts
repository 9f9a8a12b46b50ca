import type { Site } from './site/site.ts';

/** What to do at an alert, as docs/operations/runbooks.md says, and how it shows that it helped. */
export interface Way {
  /** Does what the runbook says. */
  follow: () => Promise<void>;
  /** What must be true beside that no alert fires any more and the portal serves. */
  healed?: () => Promise<void>;
}

/** One cause brought about on a running portal, and the way out of it. */
export interface Walk {
  /** What it sets off. */
  alerts: readonly string[];
  /** What goes wrong, as the report says it. */
  cause: string;
  /**
   * How many times shorter than in the chart the durations of the rules are, by alert where they
   * differ; 60 unless said otherwise.
   */
  factor?: number | Readonly<Record<string, number>>;
  /**
   * Brings the cause about. What is put on the scene is taken back at the end of the walk, whatever
   * comes of it: traffic, and what mends a walk that failed half-way.
   */
  provoke: (site: Site, scene: AsyncDisposableStack) => Promise<Way>;
}
