import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { adminServer, hostAndPort } from '@portal/kit/admin-server';
import { demandOwnKey, takeOwnKey } from '@portal/kit/auth/token-keys';
import { connectNats } from '@portal/kit/broker/nats';
import { closeClients, isServing } from '@portal/kit/grpc/client';
import { log } from '@portal/kit/observability/log';
import { startTelemetry } from '@portal/kit/observability/tracing/telemetry';
import { VERSION } from '@portal/kit/observability/version';
import { onSecretChange } from '@portal/kit/secrets/secret-files';
import { giveBackStartupMemory } from '@portal/kit/startup-memory';
import { followClock, steadyNow } from '@portal/kit/steady-clock';
import { createApp } from './app.ts';
import type { AppContext } from './app-context.ts';
import { createFeedReads } from './calendar-feeds/feed-reads.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { clients, serviceAddresses } from './clients.ts';
import type { Env } from './env.ts';
import { followEvents } from './events.ts';
import { type Checks, readiness, redisAnswers } from './http/health.ts';
import { clamd, noScanner } from './http/input/virus-scanner.ts';
import { createPageSpanProofs } from './http/page-spans/proofs.ts';
import { serveDocs } from './http/pages/serve-docs.ts';
import { servePages } from './http/pages/serve-pages.ts';
import { readWebFiles } from './http/pages/web-files.ts';
import { createAttemptLimiter } from './http/rate-limits/attempts.ts';
import { connectRedis, redisTime } from './http/redis.ts';
import type { Route } from './http/route.ts';
import { guardConnections, serverOptions } from './http/security/connections.ts';
import { answeredHosts } from './http/security/hosts.ts';
import { createOwnServer, tlsPathsIn } from './http/security/own-tls.ts';
import { createKnownBrowsers } from './http/session/known-browsers.ts';
import { createSessions } from './http/session/sessions.ts';
import { type PageGate, pageGate } from './http/waiting-room/page-gate.ts';
import { startWaitingRoom } from './http/waiting-room/start.ts';
import { endingStreams } from './live/ending-streams.ts';
import { followChanges } from './live/follow-changes.ts';
import { createLiveStreams } from './live/streams.ts';
import { createScanLimit } from './sessions/session-day/scan-limit.ts';

/** Ends the process with one sentence. */
function exitWithError(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Connections that may wait to be taken while the event loop is busy, as many as Linux lets wait
 * (net.core.somaxconn). Node's own 511 are used up by a rush of arrivals, and the kernel then
 * resets who had connected already.
 */
const BACKLOG = 4096;

async function listen(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen({ host, port, backlog: BACKLOG }, resolve);
  await promise.catch((error: NodeJS.ErrnoException) =>
    exitWithError(`The portal cannot listen on ${host}:${port} (${error.code}).`),
  );
}

/** A secret as it is now: a file that holds it may have changed since the start. */
const secretNow =
  (env: Env, name: 'TRIES_SECRET' | 'BROWSER_COOKIE_SECRET'): (() => string) =>
  () =>
    process.env[name] ?? env[name];

async function readPages(env: Env, gate: PageGate) {
  const {
    WEB_DIR,
    ACCEPT_JS_URL,
    CARDS_LOGIN_ID,
    CARDS_CLIENT_KEY,
    RECAPTCHA_JS_URL,
    RECAPTCHA_SITE_KEY,
  } = env;
  const { CARDS_TTINJ_LOGIN_ID, CARDS_TTINJ_CLIENT_KEY, CARDS_ACH_ACCOUNTS } = env;
  const files = await readWebFiles(WEB_DIR).catch(() => new Map());
  if (!files.has('/index.html'))
    exitWithError(
      `The built pages are not in ${WEB_DIR}: build the web app first, or set WEB_DIR.`,
    );
  return servePages(
    files,
    {
      acceptJsUrl: ACCEPT_JS_URL,
      cardsLoginId: CARDS_LOGIN_ID,
      cardsClientKey: CARDS_CLIENT_KEY,
      cardsTtinjLoginId: CARDS_TTINJ_LOGIN_ID,
      cardsTtinjClientKey: CARDS_TTINJ_CLIENT_KEY,
      achAccounts: CARDS_ACH_ACCOUNTS?.split(','),
      recaptchaJsUrl: RECAPTCHA_JS_URL,
      recaptchaSiteKey: RECAPTCHA_SITE_KEY,
      version: VERSION,
    },
    gate,
  );
}

/**
 * The time for calls in work when the process has to stop: longer than the services' whole time for
 * one request, within the grace of a pod (45 s) after it has left (5 s).
 */
const MAX_STOP_MS = 35_000;
/** The BFF serves without Redis too: calls that need Redis are refused until it is available. */
const REDIS_TIMEOUT_MS = 1000;

/**
 * Runs the BFF: pages and calls on PORT, health and metrics on ADMIN_LISTEN. SIGTERM drains it.
 */
export async function runBff(env: Env, routes: readonly Route[]): Promise<void> {
  log.info({ version: VERSION }, 'starting');
  demandOwnKey(env.TOKEN_SIGNING_KEY, 'bff');
  onSecretChange('TOKEN_SIGNING_KEY', takeOwnKey('bff'));
  const stopTelemetry = await startTelemetry('bff', { isEdge: true });
  const docs = serveDocs(env.PUBLIC_URL);
  const redis = connectRedis(env.REDIS_URL, log);
  let nats: Awaited<ReturnType<typeof connectNats>> | null = null;
  let following: { stop: () => void } | null = null;
  let draining = false;

  const services = Object.entries(serviceAddresses).map(
    ([name, variable]) => [name, () => isServing(env[variable])] as const,
  );
  const own: Checks = {
    redis: redisAnswers(redis),
    serving: async () => !draining,
  };
  const checks: Checks = { ...Object.fromEntries(services), ...own };
  const publicUrl = new URL(env.PUBLIC_URL);
  const hosts = answeredHosts(publicUrl, env.ALSO_ANSWERS.split(',').filter(Boolean));
  const live = createLiveStreams();
  const sessions = endingStreams(
    createSessions(redis, steadyNow, () =>
      log.error('redis answered with the session of another id; reconnecting'),
    ),
    live,
  );
  const catalogue = createCatalogue(clients, log);
  const cookies = { secure: publicUrl.protocol === 'https:' };
  let openConnections = () => 0;
  const connectionShare = () => openConnections() / env.MAX_CONNECTIONS;
  const triesSecret = secretNow(env, 'TRIES_SECRET');
  const cookieSecret = secretNow(env, 'BROWSER_COOKIE_SECRET');
  const waiting = startWaitingRoom(env, redis, {
    cookies,
    connectionShare,
    log,
    placeSecret: cookieSecret,
    addressSecret: triesSecret,
  });
  const pages = await readPages(env, pageGate(waiting.room, sessions));
  const context: AppContext = {
    ...clients,
    catalogue,
    sessions,
    tries: createAttemptLimiter(redis, triesSecret),
    feedReads: createFeedReads(redis, triesSecret),
    scans: createScanLimit(redis),
    knownBrowsers: createKnownBrowsers(cookieSecret, steadyNow),
    live,
    waitingRoom: waiting.room,
    cookies,
    publicHost: publicUrl.host,
    checks,
    pageSpanProofs: createPageSpanProofs(cookieSecret),
    scanner: env.CLAMD_ADDR === undefined ? noScanner : clamd(env.CLAMD_ADDR, log),
    log,
  };

  const reached = redis.connect().catch(() => log.warn('redis could not be reached'));
  await Promise.race([reached, pause(REDIS_TIMEOUT_MS)]);
  const clock = await followClock(() => redisTime(redis));
  void connectNats(env.NATS_URL, 'bff').then((connection) => {
    nats = connection;
    followEvents(connection, context);
    following = followChanges(connection, context);
  });

  const server = createOwnServer(
    serverOptions,
    createApp({
      routes,
      context,
      docs,
      pages,
      hosts,
      proxies: env.TRUSTED_PROXIES,
      logsRequests: env.ACCESS_LOG === 'on',
    }),
    { paths: tlsPathsIn(process.env), log },
  );
  const connections = guardConnections(server, {
    most: env.MAX_CONNECTIONS,
    // behind a proxy all come from its address
    mostOfAddress: env.TRUSTED_PROXIES > 0 ? null : Math.ceil(env.MAX_CONNECTIONS / 2),
  });
  openConnections = connections.count;
  // A cluster takes a pod that is not ready out of service. One unavailable service must not take
  // the whole BFF with it, so this checks only the dependencies of this process; /readyz of the
  // portal names every service.
  const admin = adminServer(() => readiness(own));
  const { host, port } = hostAndPort(env.ADMIN_LISTEN);
  giveBackStartupMemory();
  await listen(admin, host, port);
  await listen(server, env.HOST, env.PORT);
  log.info({ port: env.PORT }, 'serving');

  const stop = async () => {
    if (draining) return;
    draining = true;
    const stopBegan = performance.now();
    setTimeout(() => process.exit(1), MAX_STOP_MS).unref();
    following?.stop();
    live.stop();
    waiting.stop();
    await connections.drain();
    catalogue.stop();
    clock.stop();
    closeClients();
    redis.destroy();
    await nats?.close();
    await stopTelemetry();
    admin.close();
    admin.closeAllConnections();
    log.info({ ms: Math.round(performance.now() - stopBegan) }, 'stopped');
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
}
