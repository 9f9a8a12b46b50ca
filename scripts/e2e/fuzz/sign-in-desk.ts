import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SignInDesk {
  readonly url: string;
  readonly close: () => void;
}

/**
 * Answers each GET with the Cookie header of a new session, for a program that cannot sign in: ''
 * for an identity without an account. A failure is a 500 with its message.
 */
export async function openSignInDesk(signIn: () => Promise<string>): Promise<SignInDesk> {
  const server = createServer((_request, response) => {
    signIn().then(
      (cookie) => response.end(cookie),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
