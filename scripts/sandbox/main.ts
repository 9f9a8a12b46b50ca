import { createServer } from 'node:http';
import { createSandbox } from './app.ts';
import { readSettings } from './settings.ts';

function stopWith(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function start() {
  try {
    const settings = readSettings(process.env);
    return { settings, sandbox: createSandbox(settings) };
  } catch (error) {
    const system =
      error instanceof Error && 'code' in error && 'path' in error
        ? `its folder can't be used (${error.message})`
        : String(error);
    return stopWith(`The partner sandbox can't start: ${system.replace(/^Error: /, '')}`);
  }
}

const { settings, sandbox } = start();
const server = createServer(sandbox.app);
// longer than any client keeps an idle connection, so that none is closed under a request
server.keepAliveTimeout = 65_000;

server.on('error', (error: NodeJS.ErrnoException) => {
  const why =
    error.code === 'EADDRINUSE'
      ? `port ${settings.port} is in use; set SANDBOX_PORT to a free one.`
      : error.message;
  stopWith(`The partner sandbox can't start: ${why}`);
});
server.listen(settings.port, settings.host, () => {
  console.log(`Partner sandbox at ${settings.sandboxUrl} (data in ${settings.folder})`);
});

function stop(): void {
  server.close(() => {
    sandbox.close();
    process.exit(0);
  });
  server.closeIdleConnections();
  // ends calls that a fault holds open
  setTimeout(() => server.closeAllConnections(), 500).unref();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
