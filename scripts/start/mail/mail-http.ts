import { createServer, type Server, type ServerResponse } from 'node:http';
import { framedHtml, inboxPage, mailPage } from './mail-page.ts';
import type { Mail, MailStore } from './mail-store.ts';

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src 'self' data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; " +
  "frame-ancestors 'self'";

function answer(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(body);
}

const json = (response: ServerResponse, status: number, body: unknown): void =>
  answer(response, status, 'application/json; charset=utf-8', JSON.stringify(body));
const html = (response: ServerResponse, body: string, policy: string): void =>
  answer(response, 200, 'text/html; charset=utf-8', body, { 'content-security-policy': policy });

/** All values under a dotted path, e.g. `to.address`: lists count each of theirs. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [first, ...rest] = path;
  if (first === undefined) return [value];
  return typeof value === 'object' && value !== null && first in value
    ? valuesAt((value as Record<string, unknown>)[first], rest)
    : [];
}

/**
 * The mails for which every question holds, as in `?to.address=dana@student.test&subject=Welcome`.
 */
function matching(mails: readonly Mail[], questions: URLSearchParams): readonly Mail[] {
  return mails.filter((mail) =>
    [...questions].every(([path, wanted]) =>
      valuesAt(mail, path.split('.')).some(
        (value) => String(value).toLowerCase() === wanted.toLowerCase(),
      ),
    ),
  );
}

function answerOne(
  response: ServerResponse,
  store: MailStore,
  method: string,
  id: string,
  what: string | undefined,
  file: string | undefined,
) {
  const mail = store.find(id);
  if (!mail) return json(response, 404, { error: 'There is no such mail' });
  if (method === 'DELETE' && what === undefined) {
    store.remove(id);
    return json(response, 200, true);
  }
  if (method !== 'GET') return json(response, 405, { error: 'GET or DELETE' });
  if (what === undefined) return json(response, 200, mail);
  if (what === 'html') return html(response, framedHtml(mail), FRAME_POLICY);
  const attached =
    what === 'attachment' && file !== undefined ? store.attachment(id, file) : undefined;
  if (!attached) return json(response, 404, { error: 'There is no such part of the mail' });
  const fileName = attached.filename ?? 'unnamed';
  answer(response, 200, attached.contentType, attached.content, {
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  });
}

/** The inbox's page and JSON. */
export function mailServer(store: MailStore): Server {
  return createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://inbox');
    const method = request.method ?? 'GET';
    let path: string[];
    try {
      path = pathname.split('/').filter(Boolean).map(decodeURIComponent);
    } catch {
      return json(response, 400, { error: 'Not an address' });
    }
    const [first, second, id, what, file] = path;
    if (first === 'healthz') return json(response, 200, true);
    if (first === undefined || pathname === '/index.html')
      return html(response, inboxPage(store.list()), PAGE_POLICY);
    if (first === 'mail' && second !== undefined) {
      const mail = store.find(second);
      return mail
        ? html(response, mailPage(mail), PAGE_POLICY)
        : answer(response, 404, 'text/plain', 'There is no such mail');
    }
    if (first !== 'api' || second !== 'email') return json(response, 404, { error: 'Not found' });
    if (id === undefined) return json(response, 200, matching(store.list(), searchParams));
    if (id === 'all' && method === 'DELETE') {
      store.clear();
      return json(response, 200, true);
    }
    return answerOne(response, store, method, id, what, file);
  });
}
