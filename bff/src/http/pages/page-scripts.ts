import { createHash } from 'node:crypto';
import { Gauge } from 'prom-client';
import { pagePolicy, type Scripts } from '../security/security-headers.ts';
import type { WebFiles } from './web-files.ts';

// The scripts of the pages on which cards are typed, and the detection of a change of them (PCI DSS
// 6.4.3 and 11.6.1). deploy/card-page-scripts.json lists the permitted scripts.

const tags = /<(?:script|link) [^<>]{0,500}>/g;
const ownScript = /(?:src|href)="(\/assets\/[\w-]{1,100}\.js)"/;

const hashOf = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
};

/**
 * The page with the hash of each own script that it names: a browser runs nothing else under that
 * address.
 */
export function withIntegrity(html: string, files: WebFiles): string {
  return html.replace(tags, (tag) => {
    const file = files.get(ownScript.exec(tag)?.[1] ?? '');
    if (!file || tag.includes(' integrity=')) return tag;
    return tag.replace(
      />$/,
      ` integrity="sha384-${createHash('sha384').update(file.plain).digest('base64')}">`,
    );
  });
}

const fingerprint = new Gauge({
  name: 'portal_page_fingerprint',
  help: 'Always 1; its labels change when the scripts of the pages or their headers do',
  labelNames: ['scripts', 'headers'],
});

/** Reports by a metric the scripts and the policy of the pages of this process. */
export function notePageFingerprint(html: string, files: WebFiles, config: Scripts): void {
  const own = [...files]
    .filter(([path]) => path.endsWith('.js'))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const named = [...html.matchAll(tags)].map(([tag]) => tag);
  const scripts = hashOf(
    ...own.flatMap(([path, { plain }]) => [path, plain]),
    ...named,
    config.acceptJsUrl,
    config.recaptchaJsUrl ?? '',
  );
  fingerprint.reset();
  fingerprint.set({ scripts, headers: hashOf(pagePolicy(config, 'nonce')) }, 1);
}
