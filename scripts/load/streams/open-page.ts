import { exchange, isThisMachine } from '../../portal-user/exchange.ts';

/** Kind of an event that an open page received. */
export type OnEvent = (event: string) => void;

export interface OpenPage {
  /** Reason of its end; undefined while it is open. */
  readonly closed: string | undefined;
  readonly close: () => void;
}

/**
 * A network address of this machine's own, another for every 250 pages: a portal lets an address
 * have so many connections, and the kernel so many ports.
 */
const addressOf = (number: number): string => `127.8.${Math.floor(number / 250) % 250}.9`;

/** Opens the event stream of a page, as the browser does. Rejects when the portal refuses it. */
export async function openPage(
  url: string,
  { cookie, number, onEvent }: { cookie: string; number: number; onEvent: OnEvent },
): Promise<OpenPage> {
  const answer = await exchange(url, {
    path: '/api/events',
    headers: { cookie, accept: 'text/event-stream' },
    localAddress: isThisMachine(url) ? addressOf(number) : undefined,
  });
  if (answer.statusCode !== 200) {
    answer.resume();
    throw new Error(`the stream answered ${answer.statusCode}`);
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
  return {
    get closed() {
      return closed;
    },
    close() {
      closed ??= 'closed here';
      answer.destroy();
    },
  };
}
