import { connect } from 'node:net';
import { DomainError, unavailable } from '@portal/kit/errors';
import type { Log } from '@portal/kit/observability/log';

/** Scans sent files for viruses. */
export interface VirusScanner {
  /**
   * Throws file_refused for a file with a virus, too_large for one above the scanner's limit, and
   * unavailable when the scanner gives no verdict.
   */
  check(content: Buffer): Promise<void>;
}

/** Where none is configured, as on a developer's machine. */
export const noScanner: VirusScanner = { check: async () => {} };

/** The size of a piece that clamd reads well. */
const PIECE = 1024 * 1024;
/** The largest file takes clamd some seconds. */
const TIMEOUT_MS = 20_000;
/** Its answer is one short line. */
const LONGEST_ANSWER = 1000;

/** clamd's answer to a file above its StreamMaxLength: the same file gets it again. */
const TOO_LARGE = /^INSTREAM size limit exceeded\. ERROR/;
const tooLarge = () =>
  new DomainError(413, 'too_large', 'This file is too large for the virus check.');
const fileRefused = () =>
  new DomainError(422, 'file_refused', 'This file was refused by the virus check.');

/**
 * A scanner that speaks the protocol of clamd (INSTREAM) at host:port. Each file goes by a
 * connection of its own, as clamd wants it.
 */
export function clamd(address: string, log: Pick<Log, 'warn'>): VirusScanner {
  const [host = '', port = ''] = address.split(/:(?=\d+$)/);
  return {
    async check(content) {
      let answer = '';
      try {
        answer = await ask(host, Number(port), content);
      } catch (error) {
        log.warn({ err: error }, 'virus scanner unavailable');
        throw unavailable();
      }
      if (answer === 'stream: OK') return;
      if (answer.startsWith('stream: ') && answer.endsWith(' FOUND')) throw fileRefused();
      log.warn({ answer }, 'virus scanner did not scan the file');
      if (TOO_LARGE.test(answer)) throw tooLarge();
      throw unavailable();
    },
  };
}

function ask(host: string, port: number, content: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ host, port, timeout: TIMEOUT_MS });
  let answer = '';
  socket.setEncoding('utf8');
  socket.on('data', (part: string) => {
    answer = (answer + part).slice(0, LONGEST_ANSWER);
  });
  socket.on('timeout', () => socket.destroy(new Error('the virus scanner is silent')));
  socket.on('error', reject);
  socket.on('close', () =>
    answer === ''
      ? reject(new Error('the virus scanner hung up'))
      : resolve(answer.replace(/\0?\n?$/, '')),
  );
  socket.write('zINSTREAM\0');
  for (let at = 0; at < content.length; at += PIECE) {
    const piece = content.subarray(at, at + PIECE);
    socket.write(lengthOf(piece));
    socket.write(piece);
  }
  socket.write(lengthOf(Buffer.alloc(0)));
  return promise;
}

function lengthOf(piece: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}
