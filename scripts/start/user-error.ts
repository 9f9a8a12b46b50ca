/**
 * Why the portal cannot start, as one clear sentence for the person who started it: shown alone,
 * without a stack.
 */
export class UserError extends Error {
  override readonly name = 'Sentence';
}

/** The sentence of whatever was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (error instanceof Error) return `The portal could not start: ${error.message}`;
  return `The portal could not start: ${String(error)}`;
}
