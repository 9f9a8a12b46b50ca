import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';
import type { Problem } from '@portal/contract/problem';
import { log } from '@portal/kit/log';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { clients } from '../clients.ts';
import { createApp, hardenServer } from '../door/app.ts';
import type { Checks } from '../door/health.ts';
import type { Route } from '../door/route.ts';
import { serveDocs } from '../door/serve-docs.ts';
import { type PageConfig, servePages } from '../door/serve-pages.ts';
import type { Session, Sessions } from '../door/sessions.ts';
import { createTries, type Tries } from '../door/tries.ts';
import type { WebFiles } from '../door/web-files.ts';
import { createLiveStreams, type LiveStreams } from '../live/streams.ts';
import { routes as allRoutes } from '../routes.ts';

/** Sessions in memory, with what a test may look at. */
export function memorySessions(): Sessions & { held: Map<string, Session> } {
  const held = new Map<string, Session>();
  let made = 0;
  return {
    held,
    async start(account) {
      made += 1;
      const sid = `test-session-${made}`;
      held.set(sid, { ...account, startedAt: 0 });
      return sid;
    },
    read: async (sid) => held.get(sid) ?? null,
    peek: async (sid) => held.get(sid) ?? null,
    end: async (sid) => void held.delete(sid),
    async endAll({ kind, id }, until) {
      const upTo = until?.getTime() ?? Number.POSITIVE_INFINITY;
      for (const [sid, session] of held) if (session.kind === kind && session.id === id && session.startedAt <= upTo) held.delete(sid);
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

const index = '<!doctype html><html><head><title>Student portal</title></head><body><div id="root"></div></body></html>';
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
  ['/assets/index-aB3dE6fG.js', file('text/javascript; charset=utf-8', 'start()', true)],
  ['/mark.svg', file('image/svg+xml', '<svg/>')],
]);
const someConfig: PageConfig = {
  acceptJsUrl: 'http://cards.test:8090/v1/Accept.js',
  cardsLoginId: 'login',
  cardsClientKey: '</script>',
};

/** The answers of services that a test gives: by service, capability and RPC; any other RPC fails the test's call. */
export type FakeServices = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, (request: never, by: never) => unknown>>>>>
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
                if (!answer) throw new Error(`the test gives no answer of ${service}.${capability}.${rpc}`);
                return answer(request, by);
              },
            ];
          }),
        ),
      ]),
    ),
  ]);
  return Object.fromEntries(faked) as typeof clients;
}

interface Given {
  services?: FakeServices;
  routes?: readonly Route[];
  sessions?: Sessions;
  tries?: Tries;
  live?: LiveStreams;
  checks?: Checks;
  config?: PageConfig;
  https?: boolean;
  proxies?: number;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** The whole door on a free port, with services that a test makes up; closed after the test. */
export async function aPortal({ services = {}, routes = allRoutes, https = false, proxies = 0, ...given }: Given = {}) {
  const sessions = given.sessions ?? memorySessions();
  const live = given.live ?? createLiveStreams();
  const made = withFakes(services);
  const catalogue = createCatalogue(made, log);
  const parts = {
    ...made,
    catalogue,
    sessions,
    tries: given.tries ?? createTries(null, 'a secret of tests'),
    live,
    cookies: { secure: https },
    publicHost: 'portal.test',
    checks: given.checks ?? {},
    log,
  };
  const pages = servePages(someFiles, given.config ?? someConfig);
  const docs = await serveDocs('http://portal.test');
  const server = createServer(createApp({ routes, parts, docs, pages, proxies }));
  hardenServer(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  open.push(async () => {
    catalogue.stop();
    live.stop();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const url = `http://127.0.0.1:${port}`;

  return {
    url,
    port,
    sessions,
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
    /** The cookie of a session that is held from now on. */
    async signedIn(session: Session): Promise<Record<string, string>> {
      return { cookie: `sid=${await sessions.start(session)}` };
    },
  };
}

export const problemIn = async (response: Response): Promise<Problem> => (await response.json()) as Problem;
