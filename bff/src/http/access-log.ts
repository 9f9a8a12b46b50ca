import { calls } from '@portal/contract/calls';
import { streams } from '@portal/contract/live';
import { PAGE_SPANS_PATH } from '@portal/contract/pages/page-spans-path';
import { isPage } from '@portal/contract/pages/pages';
import type { Log } from '@portal/kit/observability/log';
import type { RequestHandler, Response } from 'express';
import { CSP_REPORTS_PATH } from './security/csp-reports.ts';
import type { Session } from './session/sessions.ts';

/** Status of a request whose sender left before it was answered, as nginx logs it. */
const CLIENT_LEFT = 499;

const callNames: ReadonlyMap<string, string> = new Map([
  ...calls.map(({ name, call }) => [`${call.method} ${call.path}`, name] as const),
  ...streams.map(({ name, stream }) => [`${stream.method} ${stream.path}`, name] as const),
  ['GET /healthz', 'healthz'],
  ['GET /readyz', 'readyz'],
  ['GET /api/openapi.json', 'openApi'],
  ['GET /api/docs', 'docs'],
  [`POST ${CSP_REPORTS_PATH}`, 'cspReports'],
  [`POST ${PAGE_SPANS_PATH}`, 'pageSpans'],
]);

/**
 * Returns the contract's name of a call or stream; of other requests `page`, `file` (of a page, of
 * the documentation, or a calendar) or `none`. A path itself may hold a secret or an address.
 */
function callName(method: string, path: string, status: number): string {
  const read = method === 'HEAD' ? 'GET' : method;
  const name = callNames.get(`${read} ${path}`);
  if (name !== undefined) return name;
  if (read !== 'GET' || status === 404) return 'none';
  if (isPage(path)) return 'page';
  return path.startsWith('/api/calendar/') ? 'calendarFile' : 'file';
}

/** Keeps who makes a request for its lines in the log: account and roles, never a name. */
export function noteCaller({ locals }: Response, { kind, id, roles }: Session): void {
  locals.account = `${kind} ${id}`;
  locals.role = roles.join(' ');
}

/**
 * Logs one line per request when its response ends or its sender leaves (status 499): method, call,
 * status, milliseconds, request id, account and role (null without a session). Query, body, path
 * and names are left out.
 */
export function accessLog(log: Log): RequestHandler {
  return ({ method, path }, response, next) => {
    const started = performance.now();
    response.once('close', () => {
      const { locals, req, statusCode, headersSent, writableFinished } = response;
      const isAnswered = writableFinished || (headersSent && req.complete);
      const status = isAnswered ? statusCode : CLIENT_LEFT;
      const { requestId, account = null, role = null } = locals;
      const ms = Math.round(performance.now() - started);
      const call = callName(method, path, status);
      log.info({ method, call, status, ms, requestId, account, role }, 'request');
    });
    next();
  };
}
