import { randomUUID } from 'node:crypto';
import type { CallSpec } from '@portal/contract/call';
import type { By } from '@portal/kit/client';
import { DomainError } from '@portal/kit/errors';
import type { Request, RequestHandler, Response } from 'express';
import { Histogram } from 'prom-client';
import type { Parts } from '../parts.ts';
import { keepRawBody, readBody } from './body.ts';
import { holdsCardData } from './card-data.ts';
import { checkBody, checkQuery } from './check-input.ts';
import { clearSessionCookies, readCookie } from './cookies.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { checkOrigin } from './origin.ts';
import { Prepared, sendJson, sendPrepared } from './prepared.ts';
import { sendProblem } from './problem.ts';
import { bytesOfForm, type Form, readForm } from './read-form.ts';
import { refuse } from './refuse.ts';
import { Accepted, type Asked, type Route } from './route.ts';
import type { Session } from './sessions.ts';
import { countedAddress } from './tries.ts';
import { createUploadTurns, type UploadTurns } from './upload-turns.ts';
import { checkFile, type UploadedFile } from './uploaded-file.ts';
import { actorOf, admit, isSameForAll, studentInView } from './who.ts';

/** A charge may take as long as the processor is given; then it is better to hear that nobody knows than to give up before. */
const patienceForCharge = 65_000;

/** Refusals after which a session id is of no use any more. */
const noSession = ['not_signed_in', 'session_over'];

const seconds = new Histogram({
  name: 'portal_call_seconds',
  help: 'Time of a call of /api',
  labelNames: ['call', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

/** Serves the calls of the contract under /api; a path or method that is none of them is a 404 problem. */
export function serveCalls(routes: readonly Route[], parts: Parts): RequestHandler {
  const byPlace = new Map(routes.map((route) => [`${route.call.method} ${route.call.path}`, route]));
  const turns = createUploadTurns();
  return async (request, response) => {
    const started = performance.now();
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = byPlace.get(`${method} ${request.path}`);
    try {
      if (!route) throw refuse('not_found');
      await answer(route, request, response, parts, turns);
    } catch (error) {
      if (error instanceof DomainError && noSession.includes(error.code) && readCookie(request, 'sid'))
        clearSessionCookies(response, parts.cookies);
      sendProblem(response, error, parts.log);
    }
    if (response.statusCode >= 500)
      parts.log.warn({ requestId: response.locals.requestId, call: route?.call.path, status: response.statusCode }, 'a call failed');
    seconds.observe({ call: route?.call.path ?? 'none', status: response.statusCode }, (performance.now() - started) / 1000);
  };
}

async function answer(route: Route, request: Request, response: Response, parts: Parts, turns: UploadTurns): Promise<void> {
  let leaveTurn = () => {};
  const takeTurn = async (session: Session, bytes: number) => {
    leaveTurn = await turns.take(session, bytes);
  };
  try {
    const asked = await letIn(route, request, response, parts, takeTurn);
    const work = () => route.handle(asked, parts);
    const given = await (route.limit ? parts.tries.limit(route.limit(asked), work) : work());
    if (given instanceof Prepared) return await sendPrepared(request, response, given);
    if (!(given instanceof Accepted)) return await sendJson(request, response, given);
    response.status(202);
    return await sendJson(request, response, given.body);
  } finally {
    // the file stands in memory until here, whether its sender still listens or not
    leaveTurn();
  }
}

type TakeTurn = (session: Session, bytes: number) => Promise<void>;

/** Everything that is checked before a call does anything, in this order: origin, session, access, body, key, student, fields. */
async function letIn({ call }: Route, request: Request, response: Response, parts: Parts, takeTurn: TakeTurn): Promise<Asked> {
  const isChange = call.method === 'POST';
  // what only reads is of use to nobody elsewhere either, and one call of staff changes something by GET
  if (isChange || !isSameForAll(call)) checkOrigin(request.headers, parts.publicHost);
  const sid = readCookie(request, 'sid');
  const held = sid && !isSameForAll(call) ? await parts.sessions.read(sid) : null;
  const session = admit(call, held, sid !== undefined);

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
  if (call.upload) await takeTurn(session as Session, bytesOfForm(request, call.upload));
  const form = call.upload && (await readForm(request, response, call.upload));
  const sent = form ? form.fields : isChange ? await readBody(request, response) : request.query;
  if (holdsCardData(sent)) throw refuse('card_data_refused');
  const key = isChange ? (call.keyed ? idempotencyKey(request.headers) : randomUUID()) : null;
  const student = call.onStudent ? studentInView(session as Session, sent, isChange ? 'body' : 'query') : undefined;
  const input = isChange ? checkBody(call, sent) : checkQuery(call, sent);
  const file = call.upload && (await fileOf(call.upload, form?.file ?? null));

  const by: By = {
    actor: actorOf(session, student),
    key,
    requestId,
    ...(call.card ? { deadlineMs: patienceForCharge } : {}),
  };
  return { input, session, student, by, address, file, request, response } as Asked;
}

/** The file of a form. Refuses with `invalid` a form without one, and as checkFile does. */
async function fileOf({ field, types, kinds }: NonNullable<CallSpec['upload']>, sent: Form['file']): Promise<UploadedFile> {
  if (sent === null) throw refuse('invalid', { errors: [{ path: field, message: 'Please choose a file.' }] });
  return checkFile(field, sent, types, kinds);
}
