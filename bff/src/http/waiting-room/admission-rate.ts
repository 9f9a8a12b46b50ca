/**
 * How sign-ins are let in: `open` lets every visitor in; `metered` lets in `perSecond`, and the
 * others wait in the queue.
 */
export interface AdmissionRate {
  mode: 'open' | 'metered';
  /** The rate of this replica; while it is open, the rate that metering would begin with. */
  perSecond: number;
  /** The capacity has not been reached yet: the rate grows fast. */
  isSearching: boolean;
  /** Milliseconds: it is not lowered, and does not grow, before. */
  heldUntil: number;
  /**
   * Milliseconds: since when nothing is overloaded and the queue is empty; null while it is not so.
   */
  calmSince: number | null;
}

/** The recent load of this replica. */
export interface LoadSignals {
  /** How long a sign-in that comes now would wait for its turn at identity, in milliseconds. */
  signInWaitMs: number;
  /** 99th percentile of the delay of the event loop, in milliseconds. */
  loopDelayMs: number;
  /**
   * 90th percentile of the duration of calls, without those that wait for partners; in
   * milliseconds.
   */
  callMs: number;
  /** Open connections, as a share of those that are allowed. */
  connectionShare: number;
  /** Sign-ins that were done, a second, over the last seconds. */
  signInsPerSecond: number;
  /** Visitors wait in the queue, here or at another replica. */
  isQueued: boolean;
}

export interface AdmissionLimits {
  /** A sign-in may wait so long for its turn, and so long may a call take; milliseconds. */
  targetMs: number;
  /** Milliseconds. */
  loopDelayMs: number;
  connectionShare: number;
  /** The rate never falls below this: some sign-ins have to show when the overload is over. */
  leastPerSecond: number;
}

/** After a change its effect is waited for: people who were let in take a while to type. */
const SETTLE_MS = 5000;
/** After so long with an empty queue and no overload the room opens. */
const CALM_MS = 15_000;
const LOWERED_TO = 0.75;
/** While sign-ins queue here, the done work is the whole capacity: a little less is right. */
const OF_CAPACITY = 0.92;
/** A second, until too many were let in once ... */
const GROWTH_OF_SEARCH = 0.1;
/** ... then where the sign-ins come that were let in ... */
const GROWTH = 0.03;
/** ... and where they do not: visitors who left the queue make room for others. */
const GROWTH_OF_UNUSED = 0.015;
const USED_SHARE = 0.7;
/**
 * Signals that also have other causes (a report, a neighbour on the machine) close the doors only
 * when so many sign in.
 */
const A_RUSH_PER_SECOND = 5;

export const DOORS_OPEN: AdmissionRate = {
  mode: 'open',
  perSecond: 0,
  isSearching: true,
  heldUntil: 0,
  calmSince: null,
};

/**
 * Returns the next rate: additive increase in shares, multiplicative decrease from the work that
 * was really done. `elapsedMs`: since the last time; `now`: milliseconds of any clock.
 */
export function nextAdmissionRate(
  rate: AdmissionRate,
  signals: LoadSignals,
  limits: AdmissionLimits,
  { now, elapsedMs }: { now: number; elapsedMs: number },
): AdmissionRate {
  const isOverloaded = overloaded(signals, limits);
  const done = Math.max(limits.leastPerSecond, signals.signInsPerSecond);
  if (rate.mode === 'open') {
    // people admitted here must not overtake those who wait at another replica
    if (!isOverloaded && !signals.isQueued) return DOORS_OPEN;
    const perSecond = isOverloaded ? ofWhatWasDone(done, done, signals, limits) : done;
    return {
      mode: 'metered',
      perSecond: Math.max(limits.leastPerSecond, perSecond),
      isSearching: !isOverloaded,
      heldUntil: now + SETTLE_MS,
      calmSince: null,
    };
  }
  const isCalm = !isOverloaded && !signals.isQueued;
  const calmSince = isCalm ? (rate.calmSince ?? now) : null;
  if (calmSince !== null && now - calmSince >= CALM_MS) return DOORS_OPEN;
  if (isOverloaded) {
    if (now < rate.heldUntil) {
      const shown = signals.signInWaitMs > limits.targetMs ? done * OF_CAPACITY : 0;
      return { ...rate, perSecond: Math.max(rate.perSecond, shown), isSearching: false, calmSince };
    }
    const perSecond = ofWhatWasDone(Math.min(rate.perSecond, done), done, signals, limits);
    const heldUntil = now + SETTLE_MS;
    return { mode: 'metered', perSecond, isSearching: false, heldUntil, calmSince };
  }
  if (now < rate.heldUntil) return { ...rate, calmSince };
  const isUsed = signals.signInsPerSecond >= USED_SHARE * rate.perSecond;
  const growth = rate.isSearching ? GROWTH_OF_SEARCH : isUsed ? GROWTH : GROWTH_OF_UNUSED;
  return {
    ...rate,
    perSecond: rate.perSecond * (1 + growth) ** (elapsedMs / 1000),
    calmSince,
  };
}

/**
 * Returns the rate under a load that is too high. Sign-ins that wait for one another show the
 * capacity of the portal, even if it had been underestimated; other signals show only the
 * direction.
 */
function ofWhatWasDone(
  letIn: number,
  done: number,
  { signInWaitMs }: LoadSignals,
  { targetMs, leastPerSecond }: AdmissionLimits,
): number {
  const perSecond = signInWaitMs > targetMs ? done * OF_CAPACITY : letIn * LOWERED_TO;
  return Math.max(leastPerSecond, perSecond);
}

function overloaded(signals: LoadSignals, limits: AdmissionLimits): boolean {
  if (signals.signInWaitMs > limits.targetMs) return true;
  const isRush = signals.isQueued || signals.signInsPerSecond >= A_RUSH_PER_SECOND;
  return (
    isRush &&
    (signals.loopDelayMs > limits.loopDelayMs ||
      signals.callMs > limits.targetMs ||
      signals.connectionShare > limits.connectionShare)
  );
}
