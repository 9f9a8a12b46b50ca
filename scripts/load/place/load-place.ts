import type { ReadSamples } from '../metrics/samples.ts';

/** The portal under load, with addresses of its surroundings. */
export interface LoadPlace {
  readonly url: string;
  /** A sentence for the report: which portal, and of which version. */
  readonly what: string;
  /** The inbox that holds the portal's mails. */
  readonly mailUrl: string | undefined;
  /** Address at which the card processor gives tokens for cards. */
  readonly cardsUrl: string | undefined;
  /** The portal's own metrics; a sentence why there are none. */
  readonly metrics: ReadSamples | string;
  /**
   * Environment for calling services as an operator's tool, with which a run makes its own students
   * and sessions. Undefined for a portal that is known only by its address.
   */
  readonly operatorEnv: Readonly<Record<string, string>> | undefined;
  /** Ends what was started for the run. */
  readonly stop: () => Promise<void>;
}
