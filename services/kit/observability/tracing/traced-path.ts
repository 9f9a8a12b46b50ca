/**
 * What a trace may have of an address: all of a call's or a file's path, of a page's only its first
 * part. Links of mails stand in the paths of pages: tokens that set a password or start an exam,
 * and mail addresses. Queries are left out.
 */
export function tracedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  if (/^\/(?:api|assets)\//.test(path) || /^\/[^/]*$/.test(path)) return path;
  const [, first = ''] = /^\/([^/]+)\//.exec(path) ?? [];
  return path === '' ? '/' : `/${first}${first && '/'}…`;
}
