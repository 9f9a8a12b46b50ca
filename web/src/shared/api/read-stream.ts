import type { CallInput, CallSpec } from '@portal/contract/call';
import { ask, CallFailure, type Wire } from './client.ts';

interface Reading {
  signal?: AbortSignal | undefined;
  /** Called with the rows so far. */
  onProgress?: (so: { rows: number; bytes: number }) => void;
}

/** The pieces of an answer; one that breaks off is as good as none. */
async function* piecesOf(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const next = await reader?.read();
      if (!next || next.done) return;
      yield next.value;
    }
  } catch (reason) {
    throw signal?.aborted ? reason : new CallFailure(0, {});
  }
}

/**
 * Reads an answer with one row per line while it arrives, so that the page stays responsive. Throws
 * CallFailure, also when the answer is incomplete.
 */
export async function readRows<Row, Spec extends CallSpec>(
  call: Wire<Spec>,
  input: CallInput<Spec>,
  { signal, onProgress }: Reading = {},
): Promise<Row[]> {
  const response = await ask(call, input, { signal });
  const decoder = new TextDecoder();
  const rows: Row[] = [];
  let rest = '';
  let bytes = 0;
  let isWhole = false;
  const take = (line: string) => {
    isWhole = line.endsWith(']');
    if (line.startsWith('[') && isWhole) rows.push(...(JSON.parse(line) as Row[]));
    else if (line.startsWith('{'))
      rows.push(JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line));
  };
  for await (const piece of piecesOf(response, signal)) {
    bytes += piece.length;
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
    onProgress?.({ rows: rows.length, bytes });
  }
  take(rest);
  if (!isWhole) throw new CallFailure(0, {});
  return rows;
}

/** The file of an answer, with the name it is to have. Fails with CallFailure. */
export async function readFile<Spec extends CallSpec>(
  call: Wire<Spec>,
  input: CallInput<Spec>,
  { signal, onProgress }: Reading = {},
): Promise<{ name: string; content: Blob }> {
  const response = await ask(call, input, { signal });
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const piece of piecesOf(response, signal)) {
    pieces.push(piece);
    bytes += piece.length;
    onProgress?.({ rows: 0, bytes });
  }
  const type = response.headers.get('content-type') ?? '';
  return { name: nameIn(response.headers), content: new Blob(pieces, { type }) };
}

const nameIn = (headers: Headers): string =>
  decodeURIComponent(
    /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'file',
  );
