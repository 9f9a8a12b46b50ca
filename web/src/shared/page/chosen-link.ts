/**
 * Returns the history state of a page chosen in the finder: another value each time, so that a page
 * already in view notices that it was chosen again.
 */
export const chosenState = (): { chosen: string } => ({ chosen: crypto.randomUUID() });

/** Which choice led to an entry of the history; null: none. */
export function chosenIn(state: unknown): string | null {
  const chosen = (state as { chosen?: unknown } | null)?.chosen;
  return typeof chosen === 'string' ? chosen : null;
}
