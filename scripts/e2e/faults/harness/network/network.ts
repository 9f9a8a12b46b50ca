import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket, connect as toServer } from 'node:net';
import { DelayLine } from './delay-line.ts';

/**
 * A network between two processes that a test can damage: a proxy before one address.
 */
export interface Network {
  /** The address of the proxy, host:port. */
  readonly address: string;
  /** Delays everything by so many milliseconds, each way, in order. */
  slow: (ms: number) => void;
  /** Each connection carries nothing after its so-manieth piece. */
  lossy: (every: number) => void;
  /**
   * Drops everything on the current connections silently, for good. New connections work.
   */
  halfOpen: () => void;
  /**
   * Drops everything, on new connections too; stalled ones stay so when the network is mended.
   */
  stall: () => void;
  /** Delivers requests and drops answers. */
  deaf: () => void;
  /** Resets every connection, new ones too. */
  refuse: () => void;
  /** Resets the current connections; new ones work. */
  reset: () => void;
  /** Works normally from now on. */
  mend: () => void;
  /** Returns how many connections there were. */
  connections: () => number;
  close: () => Promise<void>;
}

interface Line {
  near: Socket;
  far: Socket;
  isDead: boolean;
  /** Whether something of the other side has arrived, so that the connection is established. */
  isMade: boolean;
}

/** Starts a network before `target` (host:port). */
export async function aNetwork(target: string): Promise<Network> {
  const [host, port] = [
    target.slice(0, target.lastIndexOf(':')),
    Number(target.slice(target.lastIndexOf(':') + 1)),
  ];
  const lines = new Set<Line>();
  let [delay, every, pieces, connections] = [0, 0, 0, 0];
  let [isDeaf, isStalled, isRefusing] = [false, false, false];

  const carry = (line: Line, from: Socket, to: Socket) => {
    const pipe = new DelayLine<{ piece: Buffer; isLast: boolean } | 'end'>((next) => {
      if (line.isDead || to.destroyed) return;
      if (next === 'end') return void to.end();
      to.write(next.piece);
      if (next.isLast) end(line);
    });
    // the end follows the data: a reset would overtake data that the other side has not read
    from.on('end', () => pipe.push('end', delay));
    from.on('data', (piece: Buffer) => {
      if (line.isDead || (isDeaf && from === line.far)) return;
      line.isMade ||= from === line.far;
      pieces += 1;
      pipe.push({ piece, isLast: every > 0 && pieces % every === 0 }, delay);
    });
  };
  const end = (line: Line) => {
    lines.delete(line);
    for (const socket of [line.near, line.far]) socket.resetAndDestroy();
  };
  const server: Server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    connections += 1;
    if (isRefusing) return void near.resetAndDestroy();
    const far = toServer({ host, port, noDelay: true, allowHalfOpen: true });
    const line: Line = { near, far, isDead: isStalled, isMade: false };
    lines.add(line);
    carry(line, near, line.far);
    carry(line, line.far, near);
    for (const socket of [near, line.far]) {
      socket.on('error', () => {});
      socket.on('close', (hasFailed) => {
        if (line.isDead) return; // the other side does not notice it
        if (hasFailed || (near.destroyed && far.destroyed)) end(line);
      });
    }
  });
  const endAll = () => {
    for (const line of lines) end(line);
  };
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    slow: (ms) => {
      delay = ms;
    },
    lossy: (pieceOf) => {
      every = pieceOf;
    },
    halfOpen: () => {
      for (const line of lines) line.isDead ||= line.isMade;
    },
    stall: () => {
      for (const line of lines) line.isDead = true;
      isStalled = true;
    },
    deaf: () => {
      isDeaf = true;
    },
    refuse: () => {
      isRefusing = true;
      endAll();
    },
    reset: endAll,
    mend: () => {
      if (isDeaf) endAll(); // the dropped answers cannot be delivered any more
      [delay, every] = [0, 0];
      [isDeaf, isStalled, isRefusing] = [false, false, false];
    },
    connections: () => connections,
    close: async () => {
      endAll();
      await new Promise((closed) => server.close(closed));
    },
  };
}
