/** A page of the portal, as a link in a mail names it. */
export function link(path: string): string {
  return `${(process.env.PUBLIC_URL ?? '').replace(/\/$/, '')}${path}`;
}
