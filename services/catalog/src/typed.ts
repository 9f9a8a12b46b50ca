/** A text as it was typed, or null when it is empty after trimming. */
export const typed = (text: string | undefined): string | null => text?.trim() || null;
