import type { Socket } from 'node:net';
import type grpc from '@grpc/grpc-js';

type Connector = ReturnType<grpc.ChannelCredentials['_createSecureConnector']>;

/** Longer than a handshake takes over a slow network, shorter than callers wait for a change. */
const CONNECT_MS = 5_000;

/**
 * Ends connections on which the other side has said nothing `ms` after they were opened, so that
 * they are tried again. The library waits without end for the first words of a server (keepalive
 * begins only after them): one connection that is opened while nothing arrives, as to a node that
 * dies, would leave the caller without that server for as long as it runs.
 */
export function withConnectDeadline(
  credentials: grpc.ChannelCredentials,
  ms = CONNECT_MS,
): grpc.ChannelCredentials {
  const create = credentials._createSecureConnector.bind(credentials);
  credentials._createSecureConnector = (...given) => {
    const connector = create(...given);
    return {
      connect: (socket) => connectWithin(ms, connector, socket),
      waitForReady: () => connector.waitForReady(),
      getCallCredentials: () => connector.getCallCredentials(),
      destroy: () => connector.destroy(),
    };
  };
  return credentials;
}

async function connectWithin(ms: number, connector: Connector, socket: Socket) {
  let secured: Socket | undefined;
  const judge = () => {
    // bytes count on the secured socket: a server may stop after the TLS handshake
    if (!secured || secured.bytesRead === 0) socket.destroy();
  };
  // a process that was paused first reads the data that arrived during the pause
  const timer = setTimeout(() => setImmediate(judge), ms);
  timer.unref();
  // a handshake does not hear of it when its socket is closed without an error
  const closed = new Promise<never>((_, reject) => {
    socket.once('close', () => {
      clearTimeout(timer);
      reject(new Error('the connection was closed before the server answered'));
    });
  });
  const result = await Promise.race([connector.connect(socket), closed]);
  secured = result.socket;
  return result;
}
