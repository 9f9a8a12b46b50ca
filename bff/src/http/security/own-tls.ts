import { readFileSync } from 'node:fs';
import {
  createServer as createPlainServer,
  type RequestListener,
  type ServerOptions,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { Log } from '@portal/kit/observability/log';

// TLS between ingress and BFF. With HTTP_TLS_CERT_FILE and HTTP_TLS_KEY_FILE pages and calls are
// served by TLS alone; with HTTP_TLS_CLIENT_CA_FILE only to a proxy with a certificate of that CA.
// Renewed files are used by new connections, without a restart.

const EVERY_MS = 10_000;

export interface TlsPaths {
  readonly certificate: string;
  readonly key: string;
  readonly clientCa: string | undefined;
}

/** The files that the environment names; null for plain HTTP. Throws when one is missing. */
export function tlsPathsIn(env: Record<string, string | undefined>): TlsPaths | null {
  const certificate = env['HTTP_TLS_CERT_FILE'];
  const key = env['HTTP_TLS_KEY_FILE'];
  const clientCa = env['HTTP_TLS_CLIENT_CA_FILE'] || undefined;
  if (certificate && key) return { certificate, key, clientCa };
  if (certificate || key || clientCa)
    throw new Error('TLS needs both HTTP_TLS_CERT_FILE and HTTP_TLS_KEY_FILE');
  return null;
}

/** The files as they are now. Throws when one cannot be read or key and certificate do not fit. */
function read({ certificate, key, clientCa }: TlsPaths) {
  const files = {
    cert: readFileSync(certificate),
    key: readFileSync(key),
    ...(clientCa ? { ca: readFileSync(clientCa) } : {}),
    minVersion: 'TLSv1.2' as const,
  };
  createSecureContext(files);
  return files;
}

/** A server of pages and calls: by TLS where files are named, in plain HTTP without. */
export function createOwnServer(
  options: ServerOptions,
  app: RequestListener,
  { paths, log, everyMs = EVERY_MS }: { paths: TlsPaths | null; log: Log; everyMs?: number },
) {
  if (paths === null) return createPlainServer(options, app);
  let files = read(paths);
  const mutual =
    paths.clientCa === undefined ? {} : { requestCert: true, rejectUnauthorized: true };
  const server = createTlsServer({ ...options, ...files, ...mutual }, app);
  const refresh = () => {
    try {
      const now = read(paths);
      if (
        now.cert.equals(files.cert) &&
        now.key.equals(files.key) &&
        String(now.ca) === String(files.ca)
      )
        return;
      files = now;
      server.setSecureContext(now);
      log.info('server certificate replaced');
    } catch (error) {
      log.warn({ err: error }, 'certificate could not be read; keeping the current one');
    }
  };
  const timer = setInterval(refresh, everyMs).unref();
  server.once('close', () => clearInterval(timer));
  return server;
}
