import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';

/** Kind of an event that an open page received. */
export type OnEvent = (event: string) => void;

export interface OpenPage {
  /** Reason of its end; undefined while it is open. */
  readonly closed: string | undefined;
  readonly close: () => void;
}

const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.startsWith('127.');

/**
 * A network address of this machine's own, another for every 250 pages: a portal lets an address
 * have so many connections, and the kernel so many ports.
 */
const addressOf = (number: number): string => `127.8.${Math.floor(number / 250) % 250}.9`;

/** Opens the event stream of a page, as the browser does. Rejects when the portal refuses it. */
export function openPage(
  url: string,
  { cookie, number, onEvent }: { cookie: string; number: number; onEvent: OnEvent },
): Promise<OpenPage> {
  const address = new URL('/api/events', url);
  const options = {
    headers: { cookie, accept: 'text/event-stream' },
    agent: false,
    ...(isThisMachine(address.hostname)
      ? { localAddress: addressOf(number), family: 4 as const }
      : {}),
  };
  const { promise, resolve, reject } = Promise.withResolvers<OpenPage>();
  const take = (answer: IncomingMessage): void => {
    if (answer.statusCode !== 200) {
      answer.resume();
      reject(new Error(`the stream answered ${answer.statusCode}`));
      return;
    }
    let closed: string | undefined;
    let rest = '';
    answer.setEncoding('utf8').on('data', (piece: string) => {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('event: ')) onEvent(line.slice(7));
    });
    answer.on('error', () => {});
    answer.on('close', () => {
      closed ??= 'the portal ended it';
    });
    resolve({
      get closed() {
        return closed;
      },
      close() {
        closed ??= 'closed here';
        answer.destroy();
      },
    });
  };
  const sent =
    address.protocol === 'https:'
      ? getSecure(address, options, take)
      : getPlain(address, options, take);
  sent.on('error', reject);
  return promise;
}
