/**
 * What the history keeps with the page that somebody chose in the finder: another value each time,
 * so that a page that is in view already knows that it was chosen again.
 */
export const chosenState = (): { chosen: string } => ({ chosen: crypto.randomUUID() });

/** Which choice led to an entry of the history; null: none. */
export function chosenIn(state: unknown): string | null {
  const chosen = (state as { chosen?: unknown } | null)?.chosen;
  return typeof chosen === 'string' ? chosen : null;
}
