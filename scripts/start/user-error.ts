/**
 * The reason why the portal cannot start, as one sentence for the person who started it: shown
 * without a stack.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** Returns the sentence for a thrown value. */
export function messageOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (error instanceof Error) return `The portal could not start: ${error.message}`;
  return `The portal could not start: ${String(error)}`;
}
