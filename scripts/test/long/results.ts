/** The last result of a stage of the long suite. */
export interface LongResult {
  readonly commit: string;
  /** ISO day in New York. */
  readonly date: string;
  readonly hasPassed: boolean;
  readonly minutes: number;
  /** The last line that it printed. */
  readonly said: string;
}

/** One round of the long suite, which ends when each stage has passed. */
export interface LongRound {
  /** ISO day in New York. */
  readonly begun: string;
  readonly results: Readonly<Record<string, LongResult>>;
}

/** The stages that have not passed yet in this round, in their order. */
export const remaining = (names: readonly string[], { results }: LongRound): readonly string[] =>
  names.filter((name) => results[name]?.hasPassed !== true);

/** One line about a round, as `npm test` prints it. */
export function summaryOf(names: readonly string[], round: LongRound): string {
  const left = remaining(names, round);
  const failed = left.filter((name) => round.results[name] !== undefined);
  const commits = new Set(names.map((name) => round.results[name]?.commit).filter(Boolean));
  return [
    `Long suite, begun ${round.begun}: ` +
      `${names.length - left.length} of ${names.length} stages passed`,
    ...(commits.size > 0 ? [`at ${[...commits].join(' and ')}`] : []),
    ...(failed.length > 0 ? [`; failed: ${failed.join(', ')}`] : []),
    ...(left.length > 0 ? ['; npm run test:long goes on'] : []),
  ]
    .join(' ')
    .replaceAll(' ;', ';');
}
