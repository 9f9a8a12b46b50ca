import type { Request } from 'express';
import { Refusal } from './partner-http.ts';

/** The largest body of an upload. */
export const mostBytes = 26 * 1024 * 1024;

/**
 * The file of an upload: the one file of a multipart form, or the raw body with its name in
 * X-File-Name.
 */
export async function fileOf(req: Request): Promise<{ name: string; content: Buffer }> {
  const raw = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  const type = req.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data'))
    return { name: req.get('x-file-name') ?? 'file', content: raw };
  const form = await new globalThis.Response(new Uint8Array(raw), {
    headers: { 'content-type': type },
  }).formData();
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (!file || typeof file === 'string')
    throw new Refusal(422, 'no_file', 'The form holds no file.');
  return { name: file.name, content: Buffer.from(await file.arrayBuffer()) };
}
