import { CALENDAR_FILE, FEED_SECRET } from '@portal/contract/sessions/calendar-feed';
import type { Request, Response, Router } from 'express';
import type { AppContext } from '../app-context.ts';
import { isKnown } from '../http/prepared.ts';
import { sendProblem } from '../http/problem.ts';
import { countedAddress } from '../http/rate-limits/attempts.ts';
import { refuse } from '../http/refuse.ts';
import { belowApi } from '../http/route.ts';
import { actorOf } from '../http/session/caller.ts';

const PATH = belowApi(CALENDAR_FILE.path).replace('{secret}', ':secret');

/**
 * Adds the files that calendars read to the router of /api (C-O53). They come without a session and
 * from anywhere: the secret in the address is the right to read them, and is never logged.
 */
export function serveFeeds(api: Router, context: AppContext): void {
  api.get(PATH, async (request, response) => {
    try {
      await send(request, response, context);
    } catch (error) {
      sendProblem(response, error, context.log);
    }
  });
}

async function send(
  request: Request,
  response: Response,
  { registration, feedReads }: AppContext,
): Promise<void> {
  const secret = String(request.params['secret']);
  if (!FEED_SECRET.test(secret)) throw refuse('not_found');
  await feedReads.count(secret);
  const { calendar, tag } = await registration.feeds.readFeed(
    { secret },
    {
      actor: actorOf(null, undefined),
      key: null,
      requestId: response.locals.requestId as string,
      origin: countedAddress(request.ip ?? ''),
    },
  );
  const etag = `"${tag}"`;
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('ETag', etag);
  if (isKnown(request, etag)) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', `${CALENDAR_FILE.type}; charset=utf-8`);
  response.end(calendar);
}
