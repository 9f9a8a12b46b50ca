import type { IncomingMessage } from 'node:http';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { refuse } from '../refuse.ts';

/** Far above what any JSON call needs. */
const largestBody = 256 * 1024;

const parse = express.json({ limit: largestBody, strict: false, inflate: false, type: () => true });

const keep = express.raw({ limit: largestBody, inflate: false, type: () => true });

const isJson = (type: string): boolean =>
  /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type);
/** Whether a body follows the head of a request. */
export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined ||
  Number(request.headers['content-length'] ?? 0) > 0;

/**
 * The JSON body of a request; undefined when there is none. Refuses with `wrong_type`, `too_large`
 * or `malformed`.
 */
export async function readBody(request: Request, response: Response): Promise<unknown> {
  const type = request.headers['content-type'];
  if (type === undefined ? hasBody(request) : !isJson(type)) throw refuse('wrong_type');
  if (!hasBody(request)) return undefined;
  await read(parse, request, response);
  return request.body;
}

/**
 * Leaves the body byte for byte in `request.body`, as a signature over it wants it. Refuses with
 * `wrong_type`, `too_large` or `malformed`.
 */
export const keepRawBody = (request: Request, response: Response): Promise<void> =>
  read(keep, request, response);

async function read(by: RequestHandler, request: Request, response: Response): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  by(request, response, (error?: unknown) =>
    error === undefined ? resolve() : reject(bodyRefusal(error, response)),
  );
  await promise;
}

function bodyRefusal(error: unknown, response: Response): Error {
  const { type } = error as { type?: string };
  if (type === 'entity.too.large') {
    // The rest of the body is not read, so the connection cannot be used again.
    response.set('Connection', 'close');
    return refuse('too_large');
  }
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return refuse('wrong_type');
  return refuse('malformed');
}
