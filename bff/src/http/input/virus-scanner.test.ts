import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { refusalOf } from '@portal/kit/testing';
import { clamd } from './virus-scanner.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const warned: unknown[] = [];
const log = { warn: (...said: unknown[]) => void warned.push(said) };

/** A scanner that does this with each connection; gives what it was sent. */
async function aScanner(says: (socket: Socket) => void) {
  const sent: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (part: Buffer) => {
      sent.push(part);
      if (Buffer.concat(sent).subarray(-4).equals(Buffer.alloc(4))) says(socket);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  open.push(() => server.close());
  const { port } = server.address() as { port: number };
  return { scanner: clamd(`127.0.0.1:${port}`, log as never), sent: () => Buffer.concat(sent) };
}

test('a file goes in length-prefixed pieces and passes if the scan is clean', async () => {
  const { scanner, sent } = await aScanner((socket) => socket.end('stream: OK\0'));
  const file = Buffer.alloc(1024 * 1024 + 3, 'x');
  await scanner.check(file);
  const bytes = sent();
  expect(bytes.subarray(0, 10).toString()).toBe('zINSTREAM\0');
  expect(bytes.readUInt32BE(10)).toBe(1024 * 1024);
  expect(bytes.readUInt32BE(14 + 1024 * 1024)).toBe(3);
  expect(bytes.length).toBe(10 + 3 * 4 + file.length);
});

test('refuses a file with a virus of any name', async () => {
  const { scanner } = await aScanner((socket) => socket.end('stream: Win.Test OK\0 FOUND\0'));
  const refusal = await refusalOf(scanner.check(Buffer.from('x')));
  expect([refusal.status, refusal.code, refusal.detail]).toEqual([
    422,
    'file_refused',
    'This file was refused by the virus check.',
  ]);
});

test('a file above the size limit of the scanner is refused for good', async () => {
  const { scanner } = await aScanner((socket) =>
    socket.end('INSTREAM size limit exceeded. ERROR\0'),
  );
  const refusal = await refusalOf(scanner.check(Buffer.from('x')));
  expect([refusal.status, refusal.code]).toEqual([413, 'too_large']);
  expect(warned.splice(0)).toHaveLength(1);
});

test.each<[string, (socket: Socket) => void]>([
  ['says that it could not look', (s) => s.end('Can not allocate memory. ERROR\0')],
  ['hangs up', (socket) => socket.destroy()],
  ['answers without end', (socket) => socket.end('stream: OK'.repeat(1000))],
])('where the scanner %s, no file is taken', async (_, says) => {
  const { scanner } = await aScanner(says);
  expect((await refusalOf(scanner.check(Buffer.from('x')))).status).toBe(503);
  expect(warned.splice(0)).toHaveLength(1);
});

test('where no scanner answers, no file is taken', async () => {
  const { scanner } = await aScanner(() => {});
  for (const close of open.splice(0)) close();
  expect((await refusalOf(scanner.check(Buffer.from('x')))).status).toBe(503);
});
