/** Returns the base of links in emails. */
export const publicUrl = (): string => (process.env.PUBLIC_URL ?? '').replace(/\/$/, '');
