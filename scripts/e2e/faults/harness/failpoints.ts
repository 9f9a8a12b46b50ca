/** Scheduled work, which runs while a buyer is on the way, and not each time. */
const BY_THE_CLOCK = new RegExp(
  ` (${[
    'remindOfSessions',
    'tellOfSessions',
    'releaseHolds',
    'compareDay',
    'noteLeftHandIn',
    'expireOffer',
    'endWaiting',
    'closeLine',
    'takeTimeOver',
    'letHeldGradesIn',
    'webhook',
  ].join('|')})\\.`,
);

/**
 * Returns the steps of the services in which the way of a buyer changes something, each once, in
 * the order of their first passage.
 */
export const stepsIn = (passed: readonly string[]): string[] =>
  [...new Set(passed)].filter(
    (mark) => /^(registration|payments) /.test(mark) && !BY_THE_CLOCK.test(mark),
  );

/**
 * Returns whether a step belongs to background work: sending events and mails, and handling events.
 */
export const isBehind = (mark: string): boolean => / (on\.|outbox\.|mail\.)/.test(mark);

/**
 * Returns the failpoints at which deaths differ. The one that follows a finished step at once is
 * left out: nothing happens between the end of a step and the beginning of the next, nor between
 * the end of its work and the end of the step when nothing is committed.
 */
export function distinctFailpoints(passed: readonly string[]): string[] {
  const steps = stepsIn(passed).filter((mark) => !isBehind(mark));
  return steps.filter((mark, index) => {
    const [before, kindBefore] = split(steps[index - 1] ?? '');
    const [step, kind] = split(mark);
    const followsStep =
      kind === 'before' && kindBefore === 'after' && processOf(step) === processOf(before);
    const endsWithoutCommit = kind === 'after' && kindBefore === 'ran' && step === before;
    return !(followsStep || endsWithoutCommit);
  });
}

/** Splits 'payments payFees.charge.ran' into the step 'payments payFees.charge' and its 'ran'. */
function split(mark: string): [step: string, kind: string] {
  const dot = mark.lastIndexOf('.');
  return [mark.slice(0, dot), mark.slice(dot + 1)];
}
const processOf = (step: string): string => step.slice(0, step.lastIndexOf('.'));
