import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Request, Response } from 'express';

interface WebFile {
  type: string;
  etag: string;
  /** Its name holds a hash of its content, so it can be kept for ever. */
  immutable: boolean;
  plain: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
}
export type WebFiles = ReadonlyMap<string, WebFile>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
};
/** How the build ends the names of files whose names change with their content. */
const hashed = /[^/]-[\w-]{8}\.\w+$/;
const compressions = ['.br', '.gz'];

const readIfThere = (path: string): Promise<Buffer> | null =>
  existsSync(path) ? readFile(path) : null;

async function webFile(path: string, url: string): Promise<WebFile> {
  const [plain, br, gzip] = await Promise.all([
    readFile(path),
    readIfThere(`${path}.br`),
    readIfThere(`${path}.gz`),
  ]);
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: `W/"${createHash('sha1').update(plain).digest('base64url')}"`,
    immutable: url.startsWith('/assets/') && hashed.test(url),
    plain,
    br,
    gzip,
  };
}

/**
 * Reads the files below a folder by their path in the browser, in memory, with their variants that
 * the build compressed.
 */
export async function readWebFiles(folder: string): Promise<WebFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !compressions.includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => {
      const url = `/${relative(folder, path).split(sep).join('/')}`;
      return [url, await webFile(path, url)] as const;
    }),
  );
  return new Map(files);
}

const accepts = (request: Request, encoding: string): boolean =>
  String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((offer) => {
      const [name, ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase());
      return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    });

function encoded(
  request: Request,
  { plain, br, gzip }: WebFile,
): { body: Buffer; encoding: string | null } {
  if (br && accepts(request, 'br')) return { body: br, encoding: 'br' };
  if (gzip && accepts(request, 'gzip')) return { body: gzip, encoding: 'gzip' };
  return { body: plain, encoding: null };
}

/** Sends a file in the smallest form the browser takes; 304 when it has it. */
export function sendWebFile(request: Request, response: Response, file: WebFile): void {
  const { body, encoding } = encoded(request, file);
  response.setHeader(
    'Cache-Control',
    file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
  );
  response.setHeader('ETag', file.etag);
  if (file.br || file.gzip) response.setHeader('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === file.etag) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', file.type);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
