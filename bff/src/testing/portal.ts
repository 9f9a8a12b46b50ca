import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Problem } from '@portal/contract/problem';
import { log } from '@portal/kit/observability/log';
import { steadyNow } from '@portal/kit/steady-clock';
import { afterTest } from '@portal/kit/testing/after-test';
import { withErrorsOf } from '@portal/kit/testing/calls/service-errors';
import { createApp } from '../app.ts';
import { createFeedReads } from '../calendar-feeds/feed-reads.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { clients } from '../clients.ts';
import type { Checks } from '../http/health.ts';
import { noScanner, type VirusScanner } from '../http/input/virus-scanner.ts';
import { createPageSpanProofs } from '../http/page-spans/proofs.ts';
import { serveDocs } from '../http/pages/serve-docs.ts';
import { type PageConfig, servePages } from '../http/pages/serve-pages.ts';
import type { WebFiles } from '../http/pages/web-files.ts';
import { type AttemptLimiter, createAttemptLimiter } from '../http/rate-limits/attempts.ts';
import type { Route } from '../http/route.ts';
import { guardConnections, serverOptions } from '../http/security/connections.ts';
import { createKnownBrowsers } from '../http/session/known-browsers.ts';
import type { Session, Sessions } from '../http/session/sessions.ts';
import { pageGate } from '../http/waiting-room/page-gate.ts';
import { NO_WAITING_ROOM, type WaitingRoom } from '../http/waiting-room/waiting-room.ts';
import { createLiveStreams, type LiveStreams } from '../live/streams.ts';
import { routes as allRoutes } from '../routes.ts';
import { createScanLimit } from '../sessions/session-day/scan-limit.ts';

/** Returns sessions in memory that a test may inspect. */
export function memorySessions(): Sessions & { held: Map<string, Session> } {
  const held = new Map<string, Session>();
  let made = 0;
  return {
    held,
    async start(account) {
      made += 1;
      const sid = `test-session-${made}`;
      held.set(sid, { startedAt: 0, ...account });
      return sid;
    },
    read: async (sid) => held.get(sid) ?? null,
    peek: async (sid) => held.get(sid) ?? null,
    end: async (sid) => void held.delete(sid),
    list: async ({ kind, id }) =>
      [...held]
        .filter(([, session]) => session.kind === kind && session.id === id)
        .map(([sid, { device, ip, rememberedId, startedAt }]) => ({
          hash: sid,
          device,
          ip,
          rememberedId,
          startedAt,
          usedAt: 0,
        })),
    isSame: (sid, hash) => sid === hash,
    async endSome({ kind, id }, hashes) {
      for (const sid of hashes) {
        const session = held.get(sid);
        if (session?.kind === kind && session.id === id) held.delete(sid);
      }
    },
    async endAll({ kind, id }, until) {
      const upTo = until?.getTime() ?? Number.POSITIVE_INFINITY;
      for (const [sid, session] of held)
        if (session.kind === kind && session.id === id && session.startedAt <= upTo)
          held.delete(sid);
    },
  };
}

export const aStudentSession = (id = 12): Session => ({
  kind: 'student',
  id,
  roles: ['ROLE_STUDENT'],
  schoolId: null,
  name: `student ${id}`,
  startedAt: 0,
});
export const aStaffSession = (...roles: string[]): Session => ({
  kind: 'staff',
  id: 3,
  roles,
  schoolId: null,
  name: 'login',
  startedAt: 0,
});

const index =
  '<!doctype html><html><head><title>Student portal</title><style>.shell{}</style>' +
  '<link rel="modulepreload" crossorigin href="/assets/index-aB3dE6fG.js">' +
  '<link rel="modulepreload" data-area="staff" crossorigin ' +
  'href="/assets/staff-routes-aB3dE6fG.js"></head><body><div id="root"></div></body></html>';
const file = (type: string, text: string, immutable = false) => ({
  type,
  etag: `W/"${text.length}"`,
  immutable,
  plain: Buffer.from(text),
  br: Buffer.from('in brotli'),
  gzip: Buffer.from('in gzip'),
});
const someFiles: WebFiles = new Map([
  ['/index.html', file('text/html; charset=utf-8', index)],
  ['/he.html', file('text/html; charset=utf-8', index.replace('Student portal', 'פורטל'))],
  ['/assets/index-aB3dE6fG.js', file('text/javascript; charset=utf-8', 'start()', true)],
  ['/sw.js', file('text/javascript; charset=utf-8', 'work()')],
  ['/mark.svg', file('image/svg+xml', '<svg/>')],
]);
const someConfig: PageConfig = {
  acceptJsUrl: 'http://cards.test:8090/v1/Accept.js',
  cardsLoginId: 'login',
  cardsClientKey: '</script>',
  version: '1.2.3',
};

/**
 * The answers of services that a test gives: by service, capability and RPC; any other RPC fails
 * the test's call.
 */
export type FakeServices = Readonly<
  Record<
    string,
    Readonly<Record<string, Readonly<Record<string, (request: never, by: never) => unknown>>>>
  >
>;

function withFakes(fakes: FakeServices): typeof clients {
  const faked = Object.entries(clients).map(([service, capabilities]) => [
    service,
    Object.fromEntries(
      Object.entries(capabilities).map(([capability, rpcs]) => [
        capability,
        Object.fromEntries(
          Object.keys(rpcs).map((rpc) => {
            const answer = fakes[service]?.[capability]?.[rpc];
            return [
              rpc,
              async (request: never, by: never) => {
                if (!answer)
                  throw new Error(`the test gives no answer of ${service}.${capability}.${rpc}`);
                return withErrorsOf(service, () => answer(request, by));
              },
            ];
          }),
        ),
      ]),
    ),
  ]);
  return Object.fromEntries(faked) as typeof clients;
}

interface PortalOptions {
  services?: FakeServices;
  /** Clients to be used as they are, instead of `services`. */
  asking?: typeof clients;
  routes?: readonly Route[];
  sessions?: Sessions;
  tries?: AttemptLimiter;
  live?: LiveStreams;
  waitingRoom?: WaitingRoom;
  checks?: Checks;
  scanner?: VirusScanner;
  config?: PageConfig;
  https?: boolean;
  hosts?: (host: string | undefined) => boolean;
  proxies?: number;
  logsRequests?: boolean;
}

/** The whole BFF on a free port, with services that a test makes up; closed after the test. */
export async function aPortal(given: PortalOptions = {}) {
  const portal = await startPortal(given);
  afterTest(portal.close);
  return portal;
}

/** The same, for as long as the test likes. */
export async function startPortal({
  services = {},
  asking = withFakes(services),
  routes = allRoutes,
  https = false,
  proxies = 0,
  logsRequests = false,
  ...given
}: PortalOptions = {}) {
  const sessions = given.sessions ?? memorySessions();
  const live = given.live ?? createLiveStreams();
  const catalogue = createCatalogue(asking, log);
  const context = {
    ...asking,
    catalogue,
    sessions,
    tries: given.tries ?? createAttemptLimiter(null, () => 'a secret of tests'),
    feedReads: createFeedReads(null, () => 'a secret of tests'),
    scans: createScanLimit(null),
    knownBrowsers: createKnownBrowsers(() => 'another secret of tests', steadyNow),
    live,
    waitingRoom: given.waitingRoom ?? NO_WAITING_ROOM,
    cookies: { secure: https },
    publicHost: 'portal.test',
    checks: given.checks ?? {},
    pageSpanProofs: createPageSpanProofs(() => 'a secret of tests'),
    scanner: given.scanner ?? noScanner,
    log,
  };
  const pages = servePages(
    someFiles,
    given.config ?? someConfig,
    pageGate(context.waitingRoom, sessions),
  );
  const docs = serveDocs('http://portal.test');
  const server = createServer(
    serverOptions,
    createApp({
      routes,
      context,
      docs,
      pages,
      hosts: given.hosts ?? (() => true),
      proxies,
      logsRequests,
    }),
  );
  guardConnections(server, { most: 1000, mostOfAddress: null });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    catalogue.stop();
    live.stop();
    server.closeAllConnections();
    await new Promise<void>((done) => void server.close(() => done()));
  };
  const url = `http://127.0.0.1:${port}`;

  return {
    url,
    port,
    sessions,
    close,
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    /** The cookie of a session that is held from now on. */
    async signedIn(session: Session): Promise<Record<string, string>> {
      return { cookie: `${https ? '__Host-' : ''}sid=${await sessions.start(session)}` };
    },
  };
}

export const problemIn = async (response: Response): Promise<Problem> =>
  (await response.json()) as Problem;
