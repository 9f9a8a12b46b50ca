import type { Observations } from '../metrics/histograms.ts';
import type { ProcessUse } from '../metrics/processes.ts';
import type { Reading } from '../metrics/recording.ts';
import type { StreamFigures } from '../streams/hold-streams.ts';
import type { CallFigures, CodeCount, Stretch } from './timeline.ts';

/** One limit, and whether it was kept. */
export interface Verdict {
  readonly what: string;
  readonly limit: string;
  readonly measured: string;
  readonly ok: boolean;
}

/** The portal's own metrics over the run. */
export interface PortalFigures {
  readonly calls: readonly Observations[];
  readonly rpcs: readonly Observations[];
  readonly partners: readonly Observations[];
  readonly processes: readonly ProcessUse[];
  readonly readings: readonly Reading[];
}

/** All that came of a run: the report's contents, and its JSON. */
export interface Outcome {
  readonly scenario: string;
  readonly does: string;
  readonly portal: string;
  readonly url: string;
  /** Start of the run, ISO. */
  readonly at: string;
  readonly rate: number;
  readonly seconds: number;
  readonly slack: string;
  readonly machine: string;
  readonly ok: boolean;
  readonly verdicts: readonly Verdict[];
  readonly calls: readonly CallFigures[];
  readonly refused: readonly CodeCount[];
  readonly overTime: readonly Stretch[];
  readonly streams: StreamFigures | undefined;
  /** A sentence where the portal's metrics could not be had. */
  readonly own: PortalFigures | string;
  /** Output of k6. */
  readonly text: string;
}
