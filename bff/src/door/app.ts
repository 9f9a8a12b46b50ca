import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { serveEvents } from '../live/serve-events.ts';
import type { Parts } from '../parts.ts';
import { readiness } from './health.ts';
import { sendProblem } from './problem.ts';
import { refuse } from './refuse.ts';
import type { Route } from './route.ts';
import { securityHeaders } from './security-headers.ts';
import { serveCalls } from './serve-calls.ts';

export interface Door {
  routes: readonly Route[];
  parts: Parts;
  docs: RequestHandler;
  pages: RequestHandler;
  /** How many proxies stand before the portal and may say who asks (X-Forwarded-For). */
  proxies: number;
}

/** The whole door: headers, health, documentation, calls, pages; what is none of them is a 404 problem. */
export function createApp({ routes, parts, docs, pages, proxies }: Door): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', proxies);

  app.use((_request, response, next) => {
    response.locals.requestId = randomUUID();
    response.setHeader('X-Request-Id', response.locals.requestId);
    next();
  });
  app.use(...securityHeaders(parts.cookies.secure));
  app.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ up: true });
  });
  app.get('/readyz', async (_request, response) => {
    const answers = await readiness(parts.checks);
    const ready = Object.values(answers).every(Boolean);
    response
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ ready, parts: answers });
  });

  app.use(serveEvents(parts));
  const calls = serveCalls(routes, parts);
  app.use((request, response, next) => {
    if (!/^\/api(?:\/|$)/i.test(request.path)) return next();
    docs(request, response, (error?: unknown) => (error ? next(error) : calls(request, response, next)));
  });
  app.use(pages);
  app.use((_request, _response, next) => next(refuse('not_found')));
  app.use(((error, _request, response, _next) => sendProblem(response, error, parts.log)) as express.ErrorRequestHandler);
  return app;
}

const unreadable = JSON.stringify({
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  detail: 'The request could not be read.',
  code: 'malformed',
});

/** Answers what is no HTTP at all, or has headers beyond all measure, with a problem too; and waits for nobody for ever. */
export function hardenServer(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 65_000;
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return void socket.destroy();
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(unreadable)}\r\nConnection: close\r\n\r\n${unreadable}`,
    );
  });
}
