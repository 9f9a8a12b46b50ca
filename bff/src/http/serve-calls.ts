import { randomUUID } from 'node:crypto';
import { isForEverybody } from '@portal/access/can';
import type { CallSpec } from '@portal/contract/call';
import { accountHeader } from '@portal/contract/pages/session-header';
import { DomainError } from '@portal/kit/errors';
import { CHARGE_HEARD_MS } from '@portal/kit/grpc/charge-time';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { Request, RequestHandler, Response, Router } from 'express';
import { Histogram } from 'prom-client';
import type { AppContext } from '../app-context.ts';
import { noteCaller } from './access-log.ts';
import { Streamed, sendStreamed } from './files/streamed.ts';
import { keepRawBody, readBody } from './input/body.ts';
import { holdsCardData } from './input/card-data.ts';
import { checkBody, checkQuery } from './input/check-input.ts';
import { idempotencyKey } from './input/idempotency-key.ts';
import { bytesOfForm, type Form, isForm, readForm } from './input/read-form.ts';
import { createUploadTurns, type UploadTurns } from './input/upload-turns.ts';
import { checkFile, type UploadedFile } from './input/uploaded-file.ts';
import type { VirusScanner } from './input/virus-scanner.ts';
import { Prepared, sendJson, sendPrepared } from './prepared.ts';
import { sendProblem } from './problem.ts';
import { countedAddress } from './rate-limits/attempts.ts';
import { refuse } from './refuse.ts';
import { Accepted, belowApi, type RequestContext, type Route } from './route.ts';
import { checkOrigin } from './security/origin.ts';
import { actorOf, authorize, namesStudent, studentInView } from './session/caller.ts';
import { clearSessionCookies, readCookie, setHintCookies } from './session/cookies.ts';
import { accountTag, sendSessionHeader } from './session/session-header.ts';
import type { Session } from './session/sessions.ts';

/**
 * The service calls behind one request share this time, however many there are; after it the
 * request fails.
 */
const REQUEST_BUDGET_MS = 30_000;

/**
 * Whether a session id is of no use any more. The status belongs to it: `session_over` with 403 or
 * 409 is said of an exam session whose day has passed.
 */
const endsSession = ({ status, code }: DomainError): boolean =>
  status === 401 && ['not_signed_in', 'session_over'].includes(code);

const seconds = new Histogram({
  name: 'portal_call_seconds',
  help: 'Time of a call of /api',
  labelNames: ['call', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

/**
 * Adds each call of the contract to the router of /api as a route of its own; any other path or
 * method is a 404 problem.
 */
export function serveCalls(api: Router, routes: readonly Route[], context: AppContext): void {
  const turns = createUploadTurns();
  for (const route of routes) {
    const { method, path } = route.call;
    const handler = handlerOf(route, context, turns);
    if (method === 'GET') api.get(belowApi(path), handler);
    else api.post(belowApi(path), handler);
  }
  api.use((_request, response) => {
    sendProblem(response, refuse('not_found'), context.log);
    seconds.observe({ call: 'none', status: response.statusCode }, 0);
  });
}

function handlerOf(route: Route, context: AppContext, turns: UploadTurns): RequestHandler {
  return async (request, response) => {
    const started = performance.now();
    response.locals.call = route.call;
    try {
      await answer(route, request, response, context, turns);
    } catch (error) {
      if (error instanceof DomainError && endsSession(error) && holdsSessionCookie(request))
        clearSessionCookies(response, context.cookies);
      noteRefusal(route, error, response, context);
      sendProblem(response, error, context.log);
    }
    if (response.statusCode >= 500)
      context.log.warn(
        {
          requestId: response.locals.requestId,
          call: route.call.path,
          status: response.statusCode,
        },
        'a call failed',
      );
    const ms = performance.now() - started;
    if (!mayTakeLong(route.call)) context.waitingRoom.noteCall(ms);
    seconds.observe({ call: route.call.path, status: response.statusCode }, ms / 1000);
  };
}

/**
 * Logs refusals that may be part of an attack: a missing permission, too many tries, and each
 * refusal of a call whose tries are counted (signing in, proofs of identity, cards). Logs no
 * request data, and only the id of the caller.
 */
function noteRefusal(route: Route, error: unknown, response: Response, { log }: AppContext): void {
  if (!(error instanceof DomainError)) return;
  if (![403, 429].includes(error.status) && route.limit === undefined) return;
  const { requestId, account = 'nobody' } = response.locals;
  log.info({ requestId, call: route.call.path, code: error.code, by: account }, 'call refused');
}

async function answer(
  route: Route,
  request: Request,
  response: Response,
  context: AppContext,
  turns: UploadTurns,
): Promise<void> {
  let leaveTurn = () => {};
  let isOver = false;
  const takeTurn = async (session: Session, bytes: number) => {
    leaveTurn = await turns.take(session, bytes);
    // the sender has gone while its upload waited
    if (isOver) leaveTurn();
  };
  try {
    const input = await readRequest(route, request, response, context, takeTurn);
    const work = () => route.handle(input, context);
    const limited = () =>
      route.limit ? context.tries.limit(route.limit(input, context), work) : work();
    const login = route.login?.(input) ?? null;
    const result = await context.waitingRoom.enter(route.call, login, input, limited);
    if (result instanceof Prepared) return await sendPrepared(request, response, result);
    if (result instanceof Streamed) return await sendStreamed(request, response, result);
    if (!(result instanceof Accepted)) return await sendJson(request, response, result);
    response.status(202);
    return await sendJson(request, response, result.body);
  } finally {
    // the file is in memory until here, whether its sender is still connected or not
    isOver = true;
    leaveTurn();
  }
}

/**
 * Whether a call waits for a partner or is long work, so that its duration says nothing of the
 * load.
 */
const mayTakeLong = ({ card, file, upload, accepted, signed }: CallSpec): boolean =>
  [card, file, upload, accepted, signed].some(Boolean);

/** A session id, or only the hint of one that has ended. */
const holdsSessionCookie = (request: Request): boolean =>
  readCookie(request, 'sid') !== undefined || readCookie(request, 'isLoggedIn') !== undefined;

/** The session; when this use puts its end off, the hints of the page end later too. */
const readSession = (
  sid: string,
  response: Response,
  { sessions, cookies }: AppContext,
): Promise<Session | null> =>
  sessions.read(sid, ({ roles }, lifeMs) => setHintCookies(response, cookies, { roles, lifeMs }));

type TakeTurn = (session: Session, bytes: number) => Promise<void>;

/**
 * Everything that is checked before a call does anything, in this order: origin, session, access,
 * body, key, student, fields.
 */
async function readRequest(
  { call }: Route,
  request: Request,
  response: Response,
  context: AppContext,
  takeTurn: TakeTurn,
): Promise<RequestContext> {
  const isChange = call.method === 'POST';
  // a read is useless to another site, and one call of staff changes data by GET
  if (isChange || !isForEverybody(call.permission))
    checkOrigin(request.headers, context.publicHost);
  const sid = readCookie(request, 'sid');
  const held =
    sid && !isForEverybody(call.permission) ? await readSession(sid, response, context) : null;
  if (held) noteCaller(response, held);
  const session = authorize(call, held, sid !== undefined);
  if (session) {
    sendSessionHeader(response, session);
    // the page of one person must not act in the session of another person from a second window
    const believed = request.headers[accountHeader.toLowerCase()];
    if (believed !== undefined && believed !== accountTag(session)) throw refuse('other_account');
  }

  const requestId = response.locals.requestId as string;
  const address = countedAddress(request.ip ?? '');
  if (call.signed) {
    await keepRawBody(request, response);
    return {
      input: {},
      session: null,
      student: undefined,
      by: { actor: actorOf(null, undefined), key: randomUUID(), requestId },
      address,
      file: undefined,
      request,
      response,
    };
  }
  const upload =
    call.upload?.optional && !isForm(request.headers['content-type']) ? undefined : call.upload;
  // the turn comes after every check of permission: an account that may not send holds none
  const beforeFile = async (fields: Form['fields']) => {
    if (call.onStudent && namesStudent(fields)) studentInView(session as Session, fields);
    await takeTurn(session as Session, bytesOfForm(request, upload as NonNullable<typeof upload>));
  };
  const form = upload && (await readForm(request, response, upload, beforeFile));
  const sent = form ? form.fields : isChange ? await readBody(request, response) : request.query;
  if (holdsCardData(sent)) throw refuse('card_data_refused');
  const key = isChange ? (call.keyed ? idempotencyKey(request.headers) : randomUUID()) : null;
  const isNamed = namesStudent(sent) || session?.kind === 'student' || !call.studentOptional;
  const student =
    call.onStudent && isNamed
      ? studentInView(session as Session, sent, isChange ? 'body' : 'query')
      : undefined;
  const input = isChange ? checkBody(call, sent) : checkQuery(call, sent);
  const file = call.upload && (await fileOf(call.upload, form?.file ?? null, context.scanner));

  const by: CallOptions = {
    actor: actorOf(session, student),
    key,
    requestId,
    origin: address,
    ...(call.card
      ? { deadlineMs: CHARGE_HEARD_MS }
      : { until: performance.now() + REQUEST_BUDGET_MS }),
  };
  return { input, session, student, by, address, file, request, response } as RequestContext;
}

/**
 * The file of a form. Refuses with `invalid` a form without one, and as checkFile and the virus
 * scanner do.
 */
async function fileOf(
  { field, optional, ...wanted }: NonNullable<CallSpec['upload']>,
  sent: Form['file'],
  scanner: VirusScanner,
): Promise<UploadedFile | null> {
  if (sent === null && optional) return null;
  if (sent === null)
    throw refuse('invalid', { errors: [{ path: field, message: 'Please choose a file.' }] });
  const file = await checkFile(field, sent, wanted);
  await scanner.check(file.content);
  return file;
}
