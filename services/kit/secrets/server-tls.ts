import { readFileSync } from 'node:fs';

// TLS to the servers that a service uses. With <SERVER>_TLS_CA_FILE a connection is only made by
// TLS 1.2 or newer, to a server whose certificate is of that CA alone and for the requested name;
// with _CERT_FILE and _KEY_FILE the service shows a certificate of its own. The files are read with
// each connection, so renewed ones need no restart.

export type TlsServer = 'DATABASE' | 'NATS' | 'REDIS' | 'SMTP';
export interface TlsFiles {
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Paths of the files for a server; null where no CA is named. Throws when they do not fit. */
export function tlsFilesOf(
  server: TlsServer,
  env: Record<string, string | undefined> = process.env,
): TlsFiles | null {
  const [ca, cert, key] = ['CA', 'CERT', 'KEY'].map((of) => env[`${server}_TLS_${of}_FILE`]);
  if (Boolean(cert) !== Boolean(key) || (cert && !ca))
    throw new Error(`${server}_TLS_CERT_FILE needs ${server}_TLS_KEY_FILE and _CA_FILE beside it`);
  if (!ca) return null;
  return { ca, ...(cert && key ? { cert, key } : {}) };
}

/** Returns the TLS options of Node for a connection, with the current files. */
export const tlsOptionsOf = ({ ca, cert, key }: TlsFiles) => ({
  ca: readFileSync(ca),
  ...(cert && key ? { cert: readFileSync(cert), key: readFileSync(key) } : {}),
  rejectUnauthorized: true,
  minVersion: 'TLSv1.2' as const,
});

/**
 * Returns the address of a database with the parameters that make the driver verify its certificate
 * in full.
 */
export function verifiedUrl(url: string, files: TlsFiles | null = tlsFilesOf('DATABASE')): string {
  if (files === null) return url;
  const address = new URL(url);
  for (const name of [...address.searchParams.keys()])
    if (name.startsWith('ssl')) address.searchParams.delete(name);
  address.searchParams.set('sslmode', 'verify-full');
  address.searchParams.set('sslrootcert', files.ca);
  if (files.cert && files.key) {
    address.searchParams.set('sslcert', files.cert);
    address.searchParams.set('sslkey', files.key);
  }
  return address.href;
}
