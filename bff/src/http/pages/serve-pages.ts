import { randomBytes } from 'node:crypto';
import { isCheckIn, isPage, isSecretPage, isSystemCheck } from '@portal/contract/pages/pages';
import { isStaffPath } from '@portal/contract/pages/staff-area';
import type { Request, RequestHandler } from 'express';
import { pagePolicy, permissionsPolicy, workerPolicy } from '../security/security-headers.ts';
import { readCookie } from '../session/cookies.ts';
import type { PageGate } from '../waiting-room/page-gate.ts';
import { notePageFingerprint, withIntegrity } from './page-scripts.ts';
import { sendWebFile, type WebFiles } from './web-files.ts';

/** The configuration of the page; nothing in it is secret. */
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
  /** The version of the portal that serves the page. */
  version: string;
}

/** Returns JSON that cannot end the element around it. */
const inElement = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/[\u2028\u2029]/g, '');

const PAGES = ['/index.html', '/he.html'];
/** The files that the build names to be fetched early for staff alone (`web/early-files.ts`). */
const forStaff = /<link [^<>]{0,300} data-area="staff"[^<>]{0,300}>\s*/g;

interface BuiltPage {
  html: string;
  /**
   * The page up to the end of the head, split around its style: the placeholder that is shown until
   * the scripts have loaded brings the style along, and the policy allows it by the nonce of one
   * answer.
   */
  head: readonly string[];
  tail: string;
}

function builtPage(path: string, files: WebFiles, area: 'staff' | 'student'): BuiltPage | null {
  const built = files.get(path)?.plain.toString('utf8');
  if (built === undefined) return null;
  const html = withIntegrity(area === 'staff' ? built : built.replace(forStaff, ''), files);
  const [head = '', ...rest] = html.split('</head>');
  return { html, head: head.split('<style>'), tail: `</head>${rest.join('</head>')}` };
}

/** Students have their pages in the language that they chose. */
const isInHebrew = (request: Request): boolean => readCookie(request, 'lang') === 'he';

/**
 * Serves the built web app: its files, and its one page for every other path, with the page's
 * configuration written into it. `gate` may answer for a page first.
 */
export function servePages(files: WebFiles, config: PageConfig, gate: PageGate): RequestHandler {
  const english = builtPage('/index.html', files, 'student');
  const staff = builtPage('/index.html', files, 'staff');
  if (english === null || staff === null) throw new Error('The built web app has no index.html.');
  const hebrew = builtPage('/he.html', files, 'student') ?? english;
  notePageFingerprint(staff.html + english.html + hebrew.html, files, config);

  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const file = PAGES.includes(request.path) ? undefined : files.get(request.path);
    if (request.path === '/sw.js') response.setHeader('Content-Security-Policy', workerPolicy);
    if (file) return sendWebFile(request, response, file);
    if (request.path.startsWith('/assets/')) {
      response
        .status(404)
        .set({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
        .end('Not found.');
      return;
    }
    if (isPage(request.path) && (await gate(request, response))) return;
    const nonce = randomBytes(16).toString('base64');
    const { requestId } = response.locals;
    const ofStudents = isInHebrew(request) ? hebrew : english;
    const { head, tail } = isStaffPath(request.path) ? staff : ofStudents;
    const styled = head.join(`<style nonce="${nonce}">`);
    const data = inElement({ ...config, nonce, requestId });
    const script = `<script type="application/json" id="portal-config">${data}</script>`;
    const page = `${styled}${script}${tail}`;
    response
      .status(isPage(request.path) ? 200 : 404)
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        Vary: 'Cookie',
        'Content-Security-Policy': pagePolicy(config, nonce),
        'Permissions-Policy': permissionsPolicy({
          camera: isSystemCheck(request.path) || isCheckIn(request.path),
          microphone: isSystemCheck(request.path),
        }),
        ...(isSecretPage(request.path) ? { 'Referrer-Policy': 'no-referrer' } : {}),
      })
      .end(page);
  };
}
