import type { CallSpec } from '@portal/contract/call';
import type { Exchange } from './exchange.ts';

/** The fields of a call; a test may send fields that the contract refuses. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the path of a call that sends its fields in the address. */
export function pathOf({ path }: Pick<CallSpec, 'path'>, fields: Fields): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Returns the request of a call as the page sends it. */
export async function requestOf(spec: CallSpec, fields: Fields): Promise<Exchange> {
  if (spec.upload) return formOf(spec.path, fields);
  if (spec.method === 'POST')
    return { method: 'POST', path: spec.path, body: JSON.stringify(fields) };
  return { path: pathOf(spec, fields) };
}

/** Returns a form as a browser sends it: files as files, all other values as text. */
async function formOf(path: string, fields: Fields): Promise<Exchange> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) form.set(name, value, value.name);
    else if (value !== undefined && value !== null)
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const sent = new Response(form);
  return {
    method: 'POST',
    path,
    body: new Uint8Array(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  };
}
