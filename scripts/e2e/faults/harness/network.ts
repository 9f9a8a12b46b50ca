import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket, connect as toServer } from 'node:net';
import { DelayLine } from './delay-line.ts';

/**
 * A network between two parts that a test can spoil: it stands before one address, and whoever goes
 * by it is in the test's hands.
 */
export interface Network {
  /** host:port to go by. */
  readonly address: string;
  /** Everything comes so many milliseconds late, each way, in its order. */
  slow: (ms: number) => void;
  /** Every so-manieth piece that is sent is the last one that arrives on its connection. */
  lossy: (every: number) => void;
  /**
   * What is on the connections of now arrives nowhere any more, and neither side is told. New
   * connections are good.
   */
  halfOpen: () => void;
  /**
   * Nothing arrives any more, on new connections neither; what stalled stays so when the network is
   * mended.
   */
  stall: () => void;
  /** What is asked arrives, what is answered does not. */
  deaf: () => void;
  /** Every connection is reset, new ones too. */
  refuse: () => void;
  /** Resets the connections of now; new ones are good. */
  reset: () => void;
  /** As it should be, from now on. */
  mend: () => void;
  /** How many connections there were. */
  connections: () => number;
  close: () => Promise<void>;
}

interface Line {
  near: Socket;
  far: Socket;
  isDead: boolean;
  /** Something of the other side has arrived: it is no connection that is being made. */
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
    const pipe = new DelayLine<{ piece: Buffer; isLast: boolean }>(({ piece, isLast }) => {
      if (line.isDead || to.destroyed) return;
      to.write(piece);
      if (isLast) end(line);
    });
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
  const server: Server = createServer({ noDelay: true }, (near) => {
    connections += 1;
    if (isRefusing) return void near.resetAndDestroy();
    const far = toServer({ host, port, noDelay: true });
    const line: Line = { near, far, isDead: isStalled, isMade: false };
    lines.add(line);
    carry(line, near, line.far);
    carry(line, line.far, near);
    for (const socket of [near, line.far]) {
      socket.on('error', () => {});
      // of a line that is dead nobody hears that the other side has gone
      socket.on('close', () => (line.isDead ? undefined : end(line)));
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
      if (isDeaf) endAll(); // what was missed on them cannot be made up for
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
