import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { readSheet } from 'read-excel-file/node';
import { type SheetColumn, xlsxOf } from './write-xlsx.ts';

interface Row {
  name: string | null;
  credits: number | null;
}
const columns: readonly SheetColumn<Row>[] = [
  { title: 'Name', width: 20, cell: ({ name }) => name },
  { title: 'Credits', width: 8, cell: ({ credits }) => credits },
];
async function* pages(...all: Row[][]) {
  yield* all;
}
const read = async (...all: Row[][]) =>
  readSheet(await buffer(xlsxOf('A & B', columns, pages(...all))));

test('a sheet has its head, then its rows page by page, and empty cells', async () => {
  const rows = await read(
    [
      { name: 'Dina', credits: 3 },
      { name: null, credits: 0 },
    ],
    [],
    [{ name: 'Ruth', credits: null }],
  );
  expect(rows).toEqual([
    ['Name', 'Credits'],
    ['Dina', 3],
    [null, 0],
    ['Ruth', null],
  ]);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '<b> & "quotes"', 'רות כהן', '007'])(
  'stores the text %s unchanged',
  async (name) => {
    expect((await read([{ name, credits: 1 }]))[1]).toEqual([name, 1]);
  },
);

test('characters that no file of this kind can hold are left out', async () => {
  const [, row] = await read([{ name: 'a\u0001b\ud800c', credits: null }]);
  expect(row?.[0]).toBe('ab\ufffdc');
});

test('a page that fails breaks the file off with its error', async () => {
  async function* failing() {
    yield [{ name: 'Dina', credits: 3 }];
    throw new Error('registration is away');
  }
  await expect(buffer(xlsxOf('A', columns, failing()))).rejects.toThrow('registration is away');
});

test('an early failure of a page ends no process and reaches the reader', async () => {
  const next = () => Promise.reject(new Error('the service is away'));
  const file = xlsxOf('A', columns, { [Symbol.asyncIterator]: () => ({ next }) });
  await new Promise((closed) => file.once('close', closed));
  expect(file.errored?.message).toBe('the service is away');
  await expect(buffer(file)).rejects.toThrow();
});

test('pages are read no faster than the file, and stop with its reader', async () => {
  let requests = 0;
  let ended = false;
  async function* many() {
    try {
      for (;;) {
        requests += 1;
        yield Array.from({ length: 1000 }, (_, at) => ({
          name: Math.random().toString(36),
          credits: at,
        }));
      }
    } finally {
      ended = true;
    }
  }
  const file = xlsxOf('A', columns, many());
  await new Promise((done) => file.once('readable', done));
  let before = -1;
  // each of its buffers fills, then nothing moves; compression may take its time to begin
  while (requests === 0 || before !== requests) {
    before = requests;
    for (let turn = 0; turn < 200; turn++) await new Promise((done) => setImmediate(done));
  }
  expect(requests).toBeLessThan(40);
  file.destroy();
  while (!ended) await new Promise((done) => setImmediate(done));
});
