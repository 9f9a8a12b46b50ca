/** What links in mails begin with. */
export const publicUrl = (): string => (process.env.PUBLIC_URL ?? '').replace(/\/$/, '');
