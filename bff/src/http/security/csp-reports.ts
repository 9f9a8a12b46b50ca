import express, { type RequestHandler } from 'express';
import { Counter } from 'prom-client';
import { limitReports } from '../rate-limits/limit-reports.ts';

/**
 * Where browsers report loads and scripts that a page's policy blocked (PCI DSS 6.4.3 and 11.6.1).
 * It is no call of /api: a browser sends it automatically, with content types of its own and
 * without a user behind it.
 */
export const CSP_REPORTS_PATH = '/csp-reports';
/** The name that the policy gives the place, which `Reporting-Endpoints` explains. */
export const CSP_REPORTS_GROUP = 'csp';

const MAX_BODY = 16 * 1024;
const MAX_IN_BODY = 20;
/** Requests a minute: of one address, and of all together. */
const LIMITS = { ofAddress: 60, ofAll: 600 };

const directives = new Set([
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'form-action',
  'base-uri',
  'frame-ancestors',
  'manifest-src',
  'worker-src',
  'object-src',
  'media-src',
]);
type Blocked = 'inline' | 'eval' | 'extension' | 'own' | 'other';

const reports = new Counter({
  name: 'portal_csp_reports_total',
  help: 'What the policy of a page kept from loading or running, as browsers report it',
  labelNames: ['directive', 'blocked'],
});
const left = new Counter({
  name: 'portal_csp_reports_left_total',
  help: 'Reports of browsers that were not read: too many, too large or no reports',
  labelNames: ['why'],
});

const textIn = (report: object, ...names: readonly string[]): string => {
  const fields = report as Record<string, unknown>;
  const found = names
    .map((name) => (Object.hasOwn(fields, name) ? fields[name] : undefined))
    .find((value) => typeof value === 'string');
  return (found as string | undefined)?.slice(0, 200) ?? '';
};

/**
 * Returns the class of a blocked resource: the address itself could name a person or a link of
 * theirs, and is never stored.
 */
function blockedOf(uri: string, publicHost: string): Blocked {
  if (uri === 'inline' || uri === 'self' || uri === '') return 'inline';
  if (uri === 'eval' || uri === 'wasm-eval' || uri === 'trusted-types-sink') return 'eval';
  if (/^[a-z-]{0,30}extension(?:$|:)/.test(uri)) return 'extension';
  return URL.canParse(uri) && new URL(uri).host === publicHost ? 'own' : 'other';
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * The reports in a body: one of the older form, or a list of the newer one, in which other kinds of
 * reports may be.
 */
function reportsIn(body: unknown): object[] {
  if (Array.isArray(body)) {
    const some = body.slice(0, MAX_IN_BODY).filter(isObject) as {
      type?: unknown;
      body?: unknown;
    }[];
    return some.flatMap(({ type, body: report }) =>
      type === 'csp-violation' && isObject(report) ? [report] : [],
    );
  }
  const older =
    isObject(body) && Object.hasOwn(body, 'csp-report')
      ? (body as { 'csp-report': unknown })['csp-report']
      : null;
  return isObject(older) ? [older] : [];
}

function count(report: object, publicHost: string): void {
  const directive =
    textIn(report, 'effectiveDirective', 'effective-directive', 'violated-directive').split(
      ' ',
    )[0] ?? '';
  const blocked = blockedOf(textIn(report, 'blockedURL', 'blocked-uri'), publicHost);
  reports.inc({ directive: directives.has(directive) ? directive : 'other', blocked });
}

/**
 * Counts reports of browsers and always answers 204, since browsers ignore the answer. Too many are
 * a 429.
 */
export function takeCspReports(publicHost: string): RequestHandler[] {
  const types = ['application/csp-report', 'application/reports+json', 'application/json'];
  const read = express.json({ limit: MAX_BODY, inflate: false, type: types });
  return [
    limitReports('csp', LIMITS, () => left.inc({ why: 'many' })),
    (request, response) => {
      read(request, response, (error?: unknown) => {
        if (error) {
          left.inc({ why: 'unread' });
          response.status(204).set('Connection', 'close').end();
          return;
        }
        const found = reportsIn(request.body);
        if (found.length === 0) left.inc({ why: 'none' });
        for (const report of found) count(report, publicHost);
        response.status(204).end();
      });
    },
  ];
}
