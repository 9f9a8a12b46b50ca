import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { CSP_REPORTS_GROUP, CSP_REPORTS_PATH } from './csp-reports.ts';

export interface Scripts {
  /** Address of the card processor's browser library. */
  acceptJsUrl: string;
  /** Address of the bot check's library; absent where none is used. */
  recaptchaJsUrl?: string | undefined;
}

// The processor's library calls another host of theirs, and the bot check's library loads from a
// second one.
const processorHosts: Readonly<Record<string, string>> = {
  'https://js.authorize.net': 'https://api.authorize.net',
  'https://jstest.authorize.net': 'https://apitest.authorize.net',
};
const botCheckHosts: Readonly<Record<string, string>> = {
  'https://www.google.com': 'https://www.gstatic.com',
  'https://www.recaptcha.net': 'https://www.gstatic.com',
};

const originOf = (address: string): string => new URL(address).origin;

/**
 * Returns the policy of a page of the portal, which may load and call its own files, the
 * processor's and the bot check's. Nothing inline but by nonce.
 */
export function pagePolicy({ acceptJsUrl, recaptchaJsUrl }: Scripts, nonce: string): string {
  const processor = originOf(acceptJsUrl);
  const botCheck = recaptchaJsUrl ? [originOf(recaptchaJsUrl)] : [];
  const botCheckScripts = botCheck.flatMap((origin) => [
    origin,
    ...(botCheckHosts[origin] ? [botCheckHosts[origin]] : []),
  ]);
  const rules = {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, processor, ...botCheckScripts],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      processor,
      ...(processorHosts[processor] ? [processorHosts[processor]] : []),
      ...botCheck,
    ],
    'frame-src': botCheck.length > 0 ? botCheck : ["'none'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'report-uri': [CSP_REPORTS_PATH],
    'report-to': [CSP_REPORTS_GROUP],
  };
  return Object.entries(rules)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ');
}

/** The documentation page: its own files only. */
export const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/**
 * The policy of the service worker, which requests pages from our own server and does nothing else.
 */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/**
 * Returns which features of the computer a page may use, for itself: those in `may`, and no others.
 */
export const permissionsPolicy = (may = { camera: false, microphone: false }): string => {
  const policy = (isAllowed: boolean) => (isAllowed ? '(self)' : '()');
  const devices = `camera=${policy(may.camera)}, microphone=${policy(may.microphone)}`;
  return `${devices}, geolocation=(), payment=()`;
};

const answerPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Headers of every answer. Pages put a policy of their own in place of the one for answers, which
 * allows nothing.
 */
export function securityHeaders(overHttps: boolean): RequestHandler[] {
  const headers = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: overHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  return [
    headers,
    (_request, response, next) => {
      response.setHeader('Content-Security-Policy', answerPolicy);
      response.setHeader('Reporting-Endpoints', `${CSP_REPORTS_GROUP}="${CSP_REPORTS_PATH}"`);
      response.setHeader('Permissions-Policy', permissionsPolicy());
      next();
    },
  ];
}
