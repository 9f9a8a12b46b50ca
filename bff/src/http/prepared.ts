import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const gzipped = promisify(gzip);
/** Below this size a body is sent as it is. */
const worthCompressing = 2048;

/** An answer whose JSON is ready, with the tag under which a browser may keep it. */
export class Prepared {
  readonly body: Buffer;
  readonly etag: string;
  #compressed: Promise<Buffer> | undefined;

  constructor(body: Buffer, etag = tagOf(body)) {
    this.body = body;
    this.etag = etag;
  }

  /** The body compressed, worked out once and off the event loop. */
  compressed(): Promise<Buffer> {
    this.#compressed ??= gzipped(this.body, { level: 1 });
    return this.#compressed;
  }
}

/** Returns a tag of the content of these texts. */
export function tagOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part).update('\0');
  return `W/"${hash.digest('base64url')}"`;
}

export const takesGzip = (request: Request): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/.test(
    String(request.headers['accept-encoding'] ?? ''),
  );
const weak = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether the caller still has what has this tag. */
export function isKnown(request: Request, etag: string): boolean {
  const cachedTags = request.headers['if-none-match'];
  return (
    cachedTags?.split(',').some((tag) => tag.trim() === '*' || weak(tag) === weak(etag)) ?? false
  );
}

/**
 * Answers 304 when the caller still has it, else the body, compressed where the caller takes that.
 */
export async function sendPrepared(
  request: Request,
  response: Response,
  prepared: Prepared,
): Promise<void> {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('ETag', prepared.etag);
  response.setHeader('Vary', 'Accept-Encoding, Cookie');
  if (isKnown(request, prepared.etag)) {
    response.status(304).end();
    return;
  }
  await sendBody(request, response, prepared.body, () => prepared.compressed());
}

/** Answers with JSON that must not be cached. */
export async function sendJson(
  request: Request,
  response: Response,
  answer: unknown,
): Promise<void> {
  const body = Buffer.from(JSON.stringify(answer));
  response.setHeader('Cache-Control', 'no-store');
  await sendBody(request, response, body, () => gzipped(body, { level: 1 }));
}

async function sendBody(
  request: Request,
  response: Response,
  body: Buffer,
  compressed: () => Promise<Buffer>,
): Promise<void> {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (body.length < worthCompressing || !takesGzip(request)) {
    response.setHeader('Content-Length', body.length);
    response.end(body);
    return;
  }
  const small = await compressed();
  response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', small.length);
  response.end(small);
}
