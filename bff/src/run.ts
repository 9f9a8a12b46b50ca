import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { adminServer, hostAndPort } from '@portal/kit/admin-server';
import { closeClients, isServing } from '@portal/kit/client';
import { log } from '@portal/kit/log';
import { connectNats } from '@portal/kit/nats';
import { followClock, steadyNow } from '@portal/kit/steady-clock';
import { startTelemetry } from '@portal/kit/telemetry';
import { createCatalogue } from './catalogue/catalogue.ts';
import { clients, serviceAddresses } from './clients.ts';
import { createApp, hardenServer } from './door/app.ts';
import { type Checks, readiness, redisAnswers } from './door/health.ts';
import { connectRedis, redisTime } from './door/redis.ts';
import type { Route } from './door/route.ts';
import { serveDocs } from './door/serve-docs.ts';
import { servePages } from './door/serve-pages.ts';
import { createSessions } from './door/sessions.ts';
import { createTries } from './door/tries.ts';
import { readWebFiles } from './door/web-files.ts';
import type { Env } from './env.ts';
import { followEvents, natsAnswers } from './events.ts';
import { endingStreams } from './live/ending-streams.ts';
import { followChanges } from './live/follow-changes.ts';
import { createLiveStreams } from './live/streams.ts';
import type { Parts } from './parts.ts';

/** Ends the process with one sentence. */
function giveUp(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  await promise.catch((error: NodeJS.ErrnoException) => giveUp(`The portal cannot listen on ${host}:${port} (${error.code}).`));
}

async function readPages(env: Env) {
  const { WEB_DIR, ACCEPT_JS_URL, CARDS_LOGIN_ID, CARDS_CLIENT_KEY, RECAPTCHA_JS_URL, RECAPTCHA_SITE_KEY } = env;
  const { CARDS_TTINJ_LOGIN_ID, CARDS_TTINJ_CLIENT_KEY, CARDS_ACH_ACCOUNTS } = env;
  const files = await readWebFiles(WEB_DIR).catch(() => new Map());
  if (!files.has('/index.html')) giveUp(`The built pages are not in ${WEB_DIR}: build the web app first, or set WEB_DIR.`);
  return servePages(files, {
    acceptJsUrl: ACCEPT_JS_URL,
    cardsLoginId: CARDS_LOGIN_ID,
    cardsClientKey: CARDS_CLIENT_KEY,
    cardsTtinjLoginId: CARDS_TTINJ_LOGIN_ID,
    cardsTtinjClientKey: CARDS_TTINJ_CLIENT_KEY,
    achAccounts: CARDS_ACH_ACCOUNTS?.split(','),
    recaptchaJsUrl: RECAPTCHA_JS_URL,
    recaptchaSiteKey: RECAPTCHA_SITE_KEY,
  });
}

/** The door opens without Redis too: what needs it is refused until it is there. */
const REDIS_PATIENCE_MS = 1000;

/** Runs the portal's door: pages and calls on PORT, health and metrics on ADMIN_LISTEN; drains on SIGTERM. */
export async function runBff(env: Env, routes: readonly Route[]): Promise<void> {
  const stopTelemetry = await startTelemetry('bff');
  const pages = await readPages(env);
  const docs = await serveDocs(env.PUBLIC_URL);
  const redis = connectRedis(env.REDIS_URL, log);
  let nats: Awaited<ReturnType<typeof connectNats>> | null = null;
  let following: { stop: () => void } | null = null;
  let draining = false;

  const services = Object.entries(serviceAddresses).map(([name, variable]) => [name, () => isServing(env[variable])] as const);
  const own: Checks = {
    redis: redisAnswers(redis),
    nats: natsAnswers(() => nats),
    serving: async () => !draining,
  };
  const checks: Checks = { ...Object.fromEntries(services), ...own };
  const publicUrl = new URL(env.PUBLIC_URL);
  const live = createLiveStreams();
  const sessions = endingStreams(createSessions(redis, steadyNow), live);
  const catalogue = createCatalogue(clients, log);
  const parts: Parts = {
    ...clients,
    catalogue,
    sessions,
    tries: createTries(redis, env.ACTOR_SECRET),
    live,
    cookies: { secure: publicUrl.protocol === 'https:' },
    publicHost: publicUrl.host,
    checks,
    log,
  };

  const reached = redis.connect().catch(() => log.warn('redis could not be reached'));
  await Promise.race([reached, pause(REDIS_PATIENCE_MS)]);
  const clock = await followClock(() => redisTime(redis));
  void connectNats(env.NATS_URL, 'bff').then((connection) => {
    nats = connection;
    followEvents(connection, parts);
    following = followChanges(connection, parts);
  });

  const server = createServer(createApp({ routes, parts, docs, pages, proxies: env.TRUSTED_PROXIES }));
  hardenServer(server);
  // A cluster takes a pod that is not ready out of service. One service that is away must not take the whole door with it, so it is asked
  // for what this process itself needs; /readyz of the portal names every part.
  const admin = adminServer(() => readiness(own));
  const { host, port } = hostAndPort(env.ADMIN_LISTEN);
  await listen(admin, host, port);
  await listen(server, env.HOST, env.PORT);
  log.info({ port: env.PORT }, 'serving');

  const stop = async () => {
    if (draining) return;
    draining = true;
    setTimeout(() => process.exit(1), 15_000).unref();
    following?.stop();
    live.stop();
    const closed = new Promise<void>((done) => server.close(() => done()));
    server.closeIdleConnections();
    await closed;
    catalogue.stop();
    clock.stop();
    closeClients();
    redis.destroy();
    await nats?.close();
    await stopTelemetry();
    admin.close();
    admin.closeAllConnections();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
}
