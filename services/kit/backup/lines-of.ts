import type { Readable } from 'node:stream';

const NEW_LINE = 0x0a;

/** The lines of a stream of bytes, without their ends, as the bytes that they are. */
export async function* linesOf(stream: Readable): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let to = chunk.indexOf(NEW_LINE); to >= 0; to = chunk.indexOf(NEW_LINE, from)) {
      const part = chunk.subarray(from, to);
      yield rest.length > 0 ? Buffer.concat([...rest, part]) : part;
      rest = [];
      from = to + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}
