import { expect, test } from '@jest/globals';
import { api, CallFailure } from './client.ts';
import { readFile, readRows } from './read-stream.ts';

const encoder = new TextEncoder();
/** A portal that answers in these pieces, and may break off after them. */
function answering(pieces: readonly string[], { breaks = false, headers = {} } = {}): void {
  globalThis.fetch = async () => {
    const left = [...pieces];
    const body = new ReadableStream({
      pull(stream) {
        const piece = left.shift();
        if (piece !== undefined) stream.enqueue(encoder.encode(piece));
        else if (breaks) stream.error(new TypeError('network error'));
        else stream.close();
      },
    });
    return new Response(body, { headers });
  };
}
const question = { dateType: 1, startDate: '2026-10-01', endDate: '2026-10-31' } as const;
const read = (onProgress?: (so: { rows: number }) => void) =>
  readRows<{ n: number }, never>(
    api.getExamRegistrations as never,
    question as never,
    onProgress ? { onProgress } : {},
  );

test.each([
  ['none', ['[]'], []],
  ['lines', ['[\n{"n":1},\n', '{"n":2}\n]'], [{ n: 1 }, { n: 2 }]],
  ['lines cut anywhere', ['[\n{"n"', ':1}', ',\n{"n":2}', '\n', ']'], [{ n: 1 }, { n: 2 }]],
  ['one line', ['[{"n":1},{"n":2}]'], [{ n: 1 }, { n: 2 }]],
])('rows of an answer are read as they come: %s', async (_name, pieces, expected) => {
  answering(pieces);
  expect(await read()).toEqual(expected);
});

test('reports the number of rows while they arrive', async () => {
  answering(['[\n{"n":1},\n', '{"n":2}\n]']);
  const counts: number[] = [];
  await read(({ rows }) => counts.push(rows));
  expect(counts).toEqual([1, 2]);
});

test.each([
  ['breaks off', ['[\n{"n":1},\n'], true],
  ['ends too early', ['[\n{"n":1}'], false],
])('an answer that %s is no answer', async (_name, pieces, breaks) => {
  answering(pieces, { breaks });
  await expect(read()).rejects.toBeInstanceOf(CallFailure);
});

test('a file has the name that the portal gives it', async () => {
  answering(['PK', '..'], {
    headers: {
      'content-type': 'application/x',
      'content-disposition': `attachment; filename="_.xlsx"; filename*=UTF-8''Beis%20%D7%A8.xlsx`,
    },
  });
  const { name, content } = await readFile(api.getExamRegistrations, question);
  expect([name, content.size, content.type]).toEqual(['Beis ר.xlsx', 4, 'application/x']);
});
