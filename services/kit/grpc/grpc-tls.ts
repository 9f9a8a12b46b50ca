import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import grpc from '@grpc/grpc-js';
import { log } from '../observability/log.ts';
import { withConnectDeadline } from './connect-deadline.ts';

// Mutual TLS between services. With GRPC_TLS_CA_FILE, GRPC_TLS_CERT_FILE and GRPC_TLS_KEY_FILE set,
// a server takes only clients with a certificate of that CA, and a client asks only servers with
// one that names the host it called (a name: an IP address cannot be verified). Without them gRPC
// goes in plain text.

const VARIABLES = {
  ca: 'GRPC_TLS_CA_FILE',
  certificate: 'GRPC_TLS_CERT_FILE',
  privateKey: 'GRPC_TLS_KEY_FILE',
} as const;
type Paths = Record<keyof typeof VARIABLES, string>;
type Files = Record<keyof typeof VARIABLES, Buffer>;

const EVERY_MS = 10_000;

/**
 * Where the files are; null when none is named. Throws when only some are: plain text must not be
 * what a typing mistake leads to.
 */
function pathsIn(env: NodeJS.ProcessEnv): Paths | null {
  const { ca, certificate, privateKey } = VARIABLES;
  const paths = {
    ca: env[ca] ?? '',
    certificate: env[certificate] ?? '',
    privateKey: env[privateKey] ?? '',
  };
  const missing = Object.values(VARIABLES).filter((name) => !env[name]);
  if (missing.length === 3) return null;
  if (missing.length > 0)
    throw new Error(`mutual TLS needs all of its files: ${missing.join(' and ')} is not set`);
  return paths;
}

/**
 * The files as they are now. Throws when one cannot be read or key and certificate do not belong
 * together.
 */
function read(paths: Paths): Files {
  const files = {
    ca: readFileSync(paths.ca),
    certificate: readFileSync(paths.certificate),
    privateKey: readFileSync(paths.privateKey),
  };
  createSecureContext({ ca: files.ca, cert: files.certificate, key: files.privateKey });
  return files;
}

/**
 * Gives new connections the files as they are: they are read again every ten seconds. Files that
 * are half replaced, or gone, leave what was read before in use.
 */
export class CertificateFiles implements grpc.experimental.CertificateProvider {
  readonly #paths: Paths;
  readonly #onCa = new Set<grpc.experimental.CaCertificateUpdateListener>();
  readonly #onIdentity = new Set<grpc.experimental.IdentityCertificateUpdateListener>();
  #files: Files;
  #timer: NodeJS.Timeout | undefined;

  constructor(paths: Paths, everyMs = EVERY_MS) {
    this.#paths = paths;
    this.#files = read(paths);
    this.#timer = setInterval(() => this.refresh(), everyMs).unref();
  }

  /** Reads the files again now. */
  refresh(): void {
    try {
      const files = read(this.#paths);
      if (
        (Object.keys(files) as (keyof Files)[]).every((name) =>
          files[name].equals(this.#files[name]),
        )
      )
        return;
      this.#files = files;
      log.info('certificates for gRPC were replaced');
      for (const listener of this.#onCa) listener({ caCertificate: files.ca });
      for (const listener of this.#onIdentity) listener(files);
    } catch (error) {
      log.warn(
        { err: error },
        'certificates for gRPC could not be read; those from before stay in use',
      );
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  addCaCertificateListener(listener: grpc.experimental.CaCertificateUpdateListener): void {
    this.#onCa.add(listener);
    process.nextTick(listener, { caCertificate: this.#files.ca });
  }
  removeCaCertificateListener(listener: grpc.experimental.CaCertificateUpdateListener): void {
    this.#onCa.delete(listener);
  }
  addIdentityCertificateListener(
    listener: grpc.experimental.IdentityCertificateUpdateListener,
  ): void {
    this.#onIdentity.add(listener);
    process.nextTick(listener, {
      certificate: this.#files.certificate,
      privateKey: this.#files.privateKey,
    });
  }
  removeIdentityCertificateListener(
    listener: grpc.experimental.IdentityCertificateUpdateListener,
  ): void {
    this.#onIdentity.delete(listener);
  }
}

let opened: { of: string; files: CertificateFiles } | null = null;
/** The certificate files of this process, watched once for all servers and clients. */
function ownFiles(): CertificateFiles | null {
  const paths = pathsIn(process.env);
  if (paths === null) return null;
  const of = Object.values(paths).join('\n');
  if (opened?.of !== of) {
    opened?.files.stop();
    opened = { of, files: new CertificateFiles(paths) };
  }
  return opened.files;
}

/**
 * Returns the credentials of a gRPC server: it accepts clients with a certificate of our CA, or
 * every client where no certificates are set.
 */
export function serverCredentials(
  files: CertificateFiles | null = ownFiles(),
): grpc.ServerCredentials {
  if (files === null) return grpc.ServerCredentials.createInsecure();
  return grpc.experimental.createCertificateProviderServerCredentials(files, files, true);
}

/**
 * How a gRPC client goes out: with our certificate, to servers whose certificate names the host
 * that was called.
 */
export function channelCredentials(
  files: CertificateFiles | null = ownFiles(),
): grpc.ChannelCredentials {
  return withConnectDeadline(
    files === null
      ? grpc.credentials.createInsecure()
      : grpc.experimental.createCertificateProviderChannelCredentials(files, files),
  );
}
