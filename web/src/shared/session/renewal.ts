let running = 0;
let wasRefused = false;

/**
 * Waits for a call that replaces this session by another: requests sent during it may be refused in
 * the old one, which does not end the session. Returns whether any was.
 */
export async function whileRenewing<Answer>(
  call: Promise<Answer>,
  onRefused: () => void,
): Promise<Answer> {
  running += 1;
  try {
    const answer = await call;
    if (wasRefused) onRefused();
    return answer;
  } finally {
    running -= 1;
    if (running === 0) wasRefused = false;
  }
}

/** Whether a refusal belongs to the session that is being replaced; it is remembered. */
export function isOfOldSession(): boolean {
  if (running > 0) wasRefused = true;
  return running > 0;
}
