import { PAGE_SPANS_PATH } from '@portal/contract/pages/page-spans-path';
import express, { type Express, type RequestHandler, type Router } from 'express';
import type { AppContext } from './app-context.ts';
import { serveFeeds } from './calendar-feeds/serve-feeds.ts';
import { accessLog } from './http/access-log.ts';
import { readiness } from './http/health.ts';
import { takePageSpans } from './http/page-spans/take-page-spans.ts';
import { sendProblem } from './http/problem.ts';
import { refuse } from './http/refuse.ts';
import { identifyRequests } from './http/request-id.ts';
import type { Route } from './http/route.ts';
import { CSP_REPORTS_PATH, takeCspReports } from './http/security/csp-reports.ts';
import { checkHost } from './http/security/hosts.ts';
import { securityHeaders } from './http/security/security-headers.ts';
import { serveCalls } from './http/serve-calls.ts';
import { HOST_COOKIES } from './http/session/cookies.ts';
import { serveEvents } from './live/serve-events.ts';

export interface HttpServer {
  routes: readonly Route[];
  context: AppContext;
  docs: (api: Router) => void;
  pages: RequestHandler;
  /** Whether requests for a host are answered. */
  hosts: (host: string | undefined) => boolean;
  /** How many proxies stand before the portal and may say who asks (X-Forwarded-For). */
  proxies: number;
  /** Whether each request is logged. */
  logsRequests: boolean;
}

/**
 * Creates the whole application: headers, health, documentation, calls, pages. Any other request
 * gets a 404 problem.
 */
export function createApp(server: HttpServer): Express {
  const { routes, context, docs, pages, hosts, proxies, logsRequests } = server;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', proxies);
  app.set(HOST_COOKIES, context.cookies.secure);

  app.use(identifyRequests(context.pageSpanProofs));
  if (logsRequests) app.use(accessLog(context.log));
  app.use(...securityHeaders(context.cookies.secure));
  app.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ up: true });
  });
  app.get('/readyz', async (_request, response) => {
    const answers = await readiness(context.checks);
    const ready = Object.values(answers).every(Boolean);
    response
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ ready, parts: answers });
  });

  app.use(checkHost(hosts));
  app.post(CSP_REPORTS_PATH, ...takeCspReports(context.publicHost));
  const calls = routes.map((route) => route.call);
  app.post(PAGE_SPANS_PATH, ...takePageSpans(calls, context.pageSpanProofs));
  const api = express.Router({ caseSensitive: true, strict: true });
  // a path counts as it is written, /API is none
  api.use(({ baseUrl }, _response, next) =>
    next(baseUrl === '/api' ? undefined : refuse('not_found')),
  );
  serveEvents(api, context);
  serveFeeds(api, context);
  docs(api);
  serveCalls(api, routes, context);
  app.use('/api', api);
  app.use(pages);
  app.use((_request, _response, next) => next(refuse('not_found')));
  app.use(((error, _request, response, _next) =>
    sendProblem(response, error, context.log)) as express.ErrorRequestHandler);
  return app;
}
