import {
  catalogueEvents,
  type LiveEvent,
  liveEvents,
  type StreamSpec,
  sessionEvents,
} from '@portal/contract/live';
import { DomainError } from '@portal/kit/errors';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Request, Response, Router } from 'express';
import type { AppContext } from '../app-context.ts';
import { noteCaller } from '../http/access-log.ts';
import { checkQuery } from '../http/input/check-input.ts';
import { sendProblem } from '../http/problem.ts';
import { belowApi } from '../http/route.ts';
import { checkOrigin } from '../http/security/origin.ts';
import { actorOf, authorize, studentInView } from '../http/session/caller.ts';
import { clearSessionCookies, readCookie } from '../http/session/cookies.ts';
import type { Session } from '../http/session/sessions.ts';
import { daySubject, type Subject } from './subject.ts';

/**
 * To receive a change twice does no harm, so both are taken as older: an event id because another
 * replica's clock may differ, an age because of its way here.
 */
const CLOCKS_APART_MS = 5000;
const ON_THE_WAY_MS = 1000;
/**
 * A page that no longer reads, though its connection is open, is closed at so many unread bytes.
 */
const MAX_UNREAD_BYTES = 64 * 1024;

/** A stream, and the subject of its page. */
interface Stream {
  spec: StreamSpec;
  subjectOf: (
    session: Session,
    request: Request,
    response: Response,
    context: AppContext,
  ) => Subject | Promise<Subject>;
}

const ofStudent: Stream = {
  spec: liveEvents,
  subjectOf: (session, { query }) => studentInView(session, query, 'query'),
};

/** Of one session the service says whether the caller may see it. */
const ofSessions: Stream = {
  spec: sessionEvents,
  async subjectOf(session, { query }, response, { registration }) {
    const { testSessionId } = checkQuery(sessionEvents, query) as { testSessionId?: number };
    if (testSessionId === undefined) return 'calendar';
    await registration.calendar.getOfficeSession(
      { sessionId: testSessionId },
      { actor: actorOf(session, undefined), requestId: response.locals.requestId, key: null },
    );
    return daySubject(testSessionId);
  },
};

const ofCatalogue: Stream = { spec: catalogueEvents, subjectOf: () => 'catalogue' };

/** Adds the streams of changes to the router of /api. */
export function serveEvents(api: Router, context: AppContext): void {
  for (const stream of [ofStudent, ofSessions, ofCatalogue]) serveStream(api, context, stream);
}

function serveStream(api: Router, context: AppContext, stream: Stream): void {
  api.get(belowApi(stream.spec.path), async (request, response, next) => {
    if (request.method === 'HEAD') return next();
    try {
      await open(request, response, context, stream);
    } catch (error) {
      if (error instanceof DomainError && error.status === 401 && readCookie(request, 'sid'))
        clearSessionCookies(response, context.cookies);
      sendProblem(response, error, context.log);
    }
  });
}

async function open(
  request: Request,
  response: Response,
  context: AppContext,
  { spec, subjectOf }: Stream,
): Promise<void> {
  const { sessions, live, publicHost } = context;
  checkOrigin(request.headers, publicHost);
  const sid = readCookie(request, 'sid') ?? '';
  // read without extending it: an open page alone does not keep a session alive
  const held = sid === '' ? null : await sessions.peek(sid);
  if (held) noteCaller(response, held);
  const session = authorize(spec, held, sid !== '') as Session;
  const subject = await subjectOf(session, request, response, context);
  const { age } = checkQuery(spec, request.query) as { age?: number };

  let leave = () => {};
  const send = (event: LiveEvent, data: object, id: number) => {
    if (response.writableLength > MAX_UNREAD_BYTES) return void response.destroy();
    if (!response.headersSent) response.status(200).set(headers).flushHeaders();
    response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  response.on('close', () => leave());
  leave = live.open(
    {
      subject,
      account: session,
      sid,
      send,
      end: (againMs) =>
        void response.end(againMs === undefined ? undefined : `retry: ${againMs}\n\n`),
      isSignedIn: () =>
        sessions.peek(sid).then(
          (found) => found !== null,
          () => null,
        ),
    },
    lastUpToDate(request, age),
  );
  if (response.destroyed) leave();
}

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  // its connection ends with it, so that a BFF that closes waits for no browser
  Connection: 'close',
};

/** Returns when a page was last up to date, from its headers; null if they do not say. */
function lastUpToDate({ headers: sent }: Request, age: number | undefined): number | null {
  const id = sent['last-event-id'];
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) return Number(id) - CLOCKS_APART_MS;
  return age === undefined ? null : steadyNow().getTime() - age - ON_THE_WAY_MS;
}
