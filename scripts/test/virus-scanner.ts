import { createServer, type Socket } from 'node:net';

/** What scanners take for a virus though it is none; in two, so that this file is none. */
export const TEST_VIRUS = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-',
  'TEST-FILE!$H+H*',
].join('');

/**
 * A virus scanner that knows the test virus alone and speaks the protocol of clamd, on a free port.
 */
export async function startVirusScanner(): Promise<{ address: string; stop: () => Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('the virus scanner has no port');
  return {
    address: `127.0.0.1:${at.port}`,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}

const COMMAND = 'zINSTREAM\0';

function answer(socket: Socket): void {
  const parts: Buffer[] = [];
  socket.on('error', () => socket.destroy());
  socket.on('data', (part: Buffer) => {
    parts.push(part);
    const content = contentOf(Buffer.concat(parts));
    if (content === null) return;
    const says = content.includes(TEST_VIRUS) ? 'Eicar-Test-Signature FOUND' : 'OK';
    socket.end(`stream: ${says}\0`);
  });
}

/** Joins the received chunks, each after its length; null while more are expected. */
function contentOf(sent: Buffer): Buffer | null {
  const pieces: Buffer[] = [];
  for (let at = COMMAND.length; at + 4 <= sent.length; ) {
    const length = sent.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(sent.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
