import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Certificates for tests, made by openssl in a folder of their own: `<name>.crt`, `<name>.key`. */
export class TestCertificates {
  readonly folder = mkdtempSync(join(tmpdir(), 'portal-tls-'));

  at(name: string): string {
    return join(this.folder, name);
  }

  #openssl(...args: string[]): void {
    execFileSync('openssl', args, { cwd: this.folder, stdio: ['ignore', 'ignore', 'pipe'] });
  }

  makeCa(name: string): void {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.crt`];
    this.#openssl('req', '-x509', ...EC, '-days', '2', '-subj', `/CN=${name}`, ...files);
  }

  /** For servers and clients; `host` as openssl writes it: DNS:localhost, IP:127.0.0.1. */
  make(name: string, ca: string, host: string): void {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.csr`];
    this.#openssl('req', ...EC, '-subj', `/CN=${name}`, ...files);
    writeFileSync(
      this.at(`${name}.ext`),
      `subjectAltName=${host}\nextendedKeyUsage=serverAuth,clientAuth\n`,
    );
    const by = ['-CA', `${ca}.crt`, '-CAkey', `${ca}.key`, '-CAcreateserial', '-days', '2'];
    const out = ['-extfile', `${name}.ext`, '-out', `${name}.crt`];
    this.#openssl('x509', '-req', '-in', `${name}.csr`, ...by, ...out);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
