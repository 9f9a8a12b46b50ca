import { serverOptions } from '../../grpc/server-options.ts';
import { SERVING, startHealthServer } from './health-server.ts';

// A replica that serves as services do, and says on request how often it was called.

const { LISTEN: listen = '' } = process.env;
let calls = 0;
await startHealthServer({
  listen,
  options: serverOptions,
  answer: (reply) => {
    calls += 1;
    reply(null, SERVING);
  },
});
process.send?.(0);
process.on('message', () => process.send?.(calls));
