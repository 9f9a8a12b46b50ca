import { randomBytes } from 'node:crypto';
import { isPage, isSecretPage, isSystemCheck } from '@portal/contract/pages';
import type { RequestHandler } from 'express';
import { notePageFingerprint, withIntegrity } from '../security/page-scripts.ts';
import { pagePolicy, permissionsPolicy, workerPolicy } from '../security/security-headers.ts';
import { sendWebFile, type WebFiles } from './web-files.ts';

/** What the page needs to know; nothing in it is secret. */
export interface PageConfig {
  acceptJsUrl: string;
  cardsLoginId: string;
  cardsClientKey: string;
  cardsTtinjLoginId?: string | undefined;
  cardsTtinjClientKey?: string | undefined;
  /** Merchant accounts that take bank accounts; all of them when left out. */
  achAccounts?: string[] | undefined;
  recaptchaJsUrl?: string | undefined;
  recaptchaSiteKey?: string | undefined;
}

/** JSON that cannot end the element it stands in. */
const inElement = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/[\u2028\u2029]/g, '');

/**
 * Serves the built web app: its files, and its one page for every other path, with what the page
 * needs to know written into it.
 */
export function servePages(files: WebFiles, config: PageConfig): RequestHandler {
  const built = files.get('/index.html')?.plain.toString('utf8');
  if (built === undefined) throw new Error('The built web app has no index.html.');
  const index = withIntegrity(built, files);
  notePageFingerprint(index, files, config);
  const [head = '', ...rest] = index.split('</head>');
  const tail = `</head>${rest.join('</head>')}`;
  /**
   * What stands in until the scripts have come brings its style along; the policy lets it pass by
   * the nonce of this one answer.
   */
  const [beforeStyle = '', ...styles] = head.split('<style>');

  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const file = request.path === '/index.html' ? undefined : files.get(request.path);
    if (request.path === '/sw.js') response.setHeader('Content-Security-Policy', workerPolicy);
    if (file) return sendWebFile(request, response, file);
    if (request.path.startsWith('/assets/')) {
      response
        .status(404)
        .set({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
        .end('Not found.');
      return;
    }
    const nonce = randomBytes(16).toString('base64');
    const styled = [beforeStyle, ...styles].join(`<style nonce="${nonce}">`);
    const page = `${styled}<script type="application/json" id="portal-config">${inElement({ ...config, nonce })}</script>${tail}`;
    response
      .status(isPage(request.path) ? 200 : 404)
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': pagePolicy(config, nonce),
        'Permissions-Policy': permissionsPolicy(isSystemCheck(request.path)),
        ...(isSecretPage(request.path) ? { 'Referrer-Policy': 'no-referrer' } : {}),
      })
      .end(page);
  };
}
