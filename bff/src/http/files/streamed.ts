import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { takesGzip } from '../prepared.ts';

/** An answer that is sent as it is made, and only as fast as it is taken. */
export class Streamed {
  readonly type: string;
  readonly chunks: AsyncIterable<Buffer | string>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    type: string,
    chunks: AsyncIterable<Buffer | string>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.type = type;
    this.chunks = chunks;
    this.headers = headers;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

async function* jsonRows<Row>(
  pages: AsyncIterable<readonly Row[]>,
  view: (row: Row) => unknown,
): AsyncGenerator<string> {
  let open = '[\n';
  for await (const rows of pages) {
    let text = '';
    for (const row of rows) {
      text += open + JSON.stringify(view(row));
      open = ',\n';
    }
    if (text !== '') yield text;
  }
  yield open === '[\n' ? '[]' : '\n]';
}

/** A JSON array of rows, a line each, so that a page can read them as they come. */
export const streamedRows = <Row>(
  pages: AsyncIterable<readonly Row[]>,
  view: (row: Row) => unknown,
  headers: Readonly<Record<string, string>> = {},
): Streamed => new Streamed(JSON_TYPE, jsonRows(pages, view), headers);

/** A file that is there as a whole. */
export async function* inOnePiece(content: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

/** The characters that some system does not allow in the name of a file become `_`. */
const allowed = (name: string): string => name.toWellFormed().replace(/[\p{Cc}\\/:*?"<>|]/gu, '_');

/** The header that says under which name a file is kept (RFC 6266). */
export function savedAs(name: string): Record<string, string> {
  const safe = allowed(name);
  const plain = safe.replace(/[^\x20-\x7e]/g, '_');
  const whole = encodeURIComponent(safe).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return { 'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${whole}` };
}

/**
 * Sends the file. When the source fails, the answer is cut off, so that the client knows that the
 * file is incomplete; when the client disconnects, the source stops.
 */
export async function sendStreamed(
  request: Request,
  response: Response,
  { type, chunks, headers }: Streamed,
): Promise<void> {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', type);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const source = chunks instanceof Readable ? chunks : Readable.from(chunks, { highWaterMark: 1 });
  try {
    if (type !== JSON_TYPE || !takesGzip(request)) return await pipeline(source, response);
    response.setHeader('Content-Encoding', 'gzip');
    // each page leaves as soon as it is there
    const gzip = createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH });
    await pipeline(source, gzip, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
