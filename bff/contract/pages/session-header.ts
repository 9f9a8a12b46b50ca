/**
 * Beside every answer of a call that was made in a session: `ends=1770, latest=28800,
 * account=student:12`. In how many seconds the session ends if it is not used again, in how many
 * however often it is used, and whose it is.
 */
export const sessionHeader = 'Portal-Session';

/**
 * The account that a page expects to be signed in: `student:12`. A call in the session of another
 * account is refused with `other_account`.
 */
export const accountHeader = 'Portal-Account';

/** The content of `Portal-Session`. */
export interface SessionInfo {
  endsS: number;
  latestS: number;
  account: string;
}

/** Reads `Portal-Session`; null when it is not there or says something else. */
export function readSessionHeader(value: string | null): SessionInfo | null {
  const [, ends, latest, account] =
    /^ends=(\d{1,6}), latest=(\d{1,6}), account=((?:student|staff):\d{1,12})$/.exec(value ?? '') ??
    [];
  return ends && latest && account
    ? { endsS: Number(ends), latestS: Number(latest), account }
    : null;
}
