import grpc from '@grpc/grpc-js';
import {
  HealthCheckResponse_ServingStatus,
  HealthDefinition,
} from '@portal/proto/grpc/health/v1/health';
import { adminServer, hostAndPort } from './admin-server.ts';
import {
  demandOwnKey,
  type PrivateKey,
  type PublicKey,
  publicKeysVariable,
  takeOwnKey,
} from './auth/token-keys.ts';
import { connectNats } from './broker/nats.ts';
import type { FindSubject } from './commands/authorize.ts';
import type { Process } from './commands/process-definition.ts';
import { resumeJobs } from './commands/resume-jobs.ts';
import { connect, type Database } from './database/database.ts';
import { registerGauges, registerWebhookGauges } from './database/gauges.ts';
import { findDueWork, onDueWork } from './due-work.ts';
import { mailJob } from './email/email.ts';
import { type Consumer, consume, retryJob } from './events/inbox.ts';
import { relayJob } from './events/outbox.ts';
import { closeClients } from './grpc/client.ts';
import { serverCredentials } from './grpc/grpc-tls.ts';
import { addRpcs, methodOf, type RpcSet } from './grpc/rpc.ts';
import { serverOptions } from './grpc/server-options.ts';
import { type Job, runJob } from './jobs/jobs.ts';
import { registerRetentionGauge, retentionJob } from './jobs/retention.ts';
import { log } from './observability/log.ts';
import { showProcesses } from './observability/metrics/event-metrics.ts';
import { startTelemetry } from './observability/tracing/telemetry.ts';
import { VERSION } from './observability/version.ts';
import { onSecretChange } from './secrets/secret-files.ts';
import { giveBackStartupMemory } from './startup-memory.ts';
import { followClock, steadyNow } from './steady-clock.ts';
import type { WebhookOwner } from './webhooks/addresses/webhook-owner.ts';
import { webhookJobs } from './webhooks/deliver.ts';

/**
 * How long calls may go on after the process gets the signal to stop: as long as callers without a
 * card charge wait; a charge continues when it is called again. Then all work must end within the
 * grace of a pod (45 s) after it has left (5 s).
 */
const MAX_CALLS_MS = 30_000;
const MAX_STOP_MS = 38_000;

export interface Service {
  name: string;
  env: {
    DATABASE_URL: string;
    DATABASE_POOL_SIZE: number;
    NATS_URL: string;
    TOKEN_SIGNING_KEY: readonly PrivateKey[];
    TOKEN_PUBLIC_KEYS: readonly PublicKey[];
    GRPC_LISTEN: string;
    ADMIN_LISTEN: string;
    SMTP_URL?: string;
    MAIL_FROM?: string;
  };
  rpcs: RpcSet[];
  /** Finds the student whom staff act for, where an RPC is about a student. */
  findSubject?: FindSubject;
  consumers?: Consumer[];
  // biome-ignore lint/suspicious/noExplicitAny: a list of processes of any input and answer
  processes?: Process<any, any>[];
  jobs?: (db: Database) => Job[];
  /** Set for a service whose events are sent to webhooks. */
  webhooks?: WebhookOwner;
}

/**
 * Runs one service: connects, serves gRPC and health, relays events, consumes, works jobs off, and
 * drains on SIGTERM.
 */
export async function runService({
  name,
  env,
  rpcs,
  findSubject,
  consumers = [],
  processes = [],
  jobs = () => [],
  webhooks,
}: Service): Promise<void> {
  log.info({ service: name, version: VERSION }, 'starting');
  demandOwnKey(env.TOKEN_SIGNING_KEY, name);
  const stopTelemetry = await startTelemetry(name);
  const db = connect(env.DATABASE_URL, { name, max: env.DATABASE_POOL_SIZE });
  onSecretChange('DATABASE_URL', (url) => db.changeUrl(url));
  onSecretChange('TOKEN_SIGNING_KEY', takeOwnKey(name));
  let publicKeys = env.TOKEN_PUBLIC_KEYS;
  onSecretChange('TOKEN_PUBLIC_KEYS', (keys) => {
    publicKeys = publicKeysVariable.parse(keys);
  });
  const clock = await followClock(
    async () => (await db.one<{ now: Date }>`SELECT clock_timestamp() AS now`).now,
  );
  let draining = false;

  // an unavailable broker delays events and raises an alert, but does not make a service unready
  const answers = async () => ({
    database: await db.one`SELECT 1 AS up`.then(
      () => true,
      () => false,
    ),
    serving: !draining,
  });

  const server = new grpc.Server(serverOptions);
  for (const set of rpcs)
    addRpcs(server, set, {
      db,
      publicKeys: () => publicKeys,
      clock: steadyNow,
      findSubject,
    });
  server.addService(
    { check: methodOf(HealthDefinition, HealthDefinition.methods.check) } as grpc.ServiceDefinition,
    {
      check: (_call: unknown, answer: grpc.sendUnaryData<unknown>) =>
        void answers().then((parts) =>
          answer(null, {
            status: Object.values(parts).every(Boolean)
              ? HealthCheckResponse_ServingStatus.SERVING
              : HealthCheckResponse_ServingStatus.NOT_SERVING,
          }),
        ),
    },
  );
  giveBackStartupMemory();
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(env.GRPC_LISTEN, serverCredentials(), (error) =>
      error ? reject(error) : resolve(),
    ),
  );
  const admin = adminServer(answers);
  const { host, port } = hostAndPort(env.ADMIN_LISTEN);
  await new Promise<void>((resolve, reject) =>
    admin.once('error', reject).listen(port, host, resolve),
  );

  registerGauges(db);
  showProcesses(processes.map((process) => process.name));
  registerRetentionGauge(db);
  if (webhooks) registerWebhookGauges(db);
  const allJobs = [
    ...resumeJobs(db, processes),
    findDueWork(db),
    retryJob(db, name, consumers),
    retentionJob(db),
    ...jobs(db),
    ...(webhooks ? webhookJobs(db, webhooks) : []),
  ];
  const { SMTP_URL: firstSmtpUrl } = env;
  if (firstSmtpUrl)
    allJobs.push(
      mailJob(db, {
        smtpUrl: () => process.env.SMTP_URL ?? firstSmtpUrl,
        from: env.MAIL_FROM ?? 'JSE <portal@jse.test>',
      }),
    );
  const running = allJobs.map((job) => runJob(onDueWork(job)));
  let events: { stop: () => Promise<void> } | null = null;
  void connectNats(env.NATS_URL, name).then((nats) => {
    if (draining) return nats.close();
    const relaying = runJob(onDueWork(relayJob(db, nats, name, webhooks?.events)));
    const consuming = consume(db, nats, name, consumers);
    events = {
      stop: async () => {
        await consuming.stop();
        await relaying.stop();
        await nats.close();
      },
    };
  });
  log.info({ service: name, grpc: env.GRPC_LISTEN }, 'serving');

  const stop = async () => {
    if (draining) return;
    draining = true;
    setTimeout(() => process.exit(1), MAX_STOP_MS).unref();
    await new Promise<void>((done) => {
      const force = setTimeout(() => {
        server.forceShutdown();
        done();
      }, MAX_CALLS_MS);
      server.tryShutdown(() => {
        clearTimeout(force);
        done();
      });
    });
    await Promise.all(running.map((job) => job.stop()));
    clock.stop();
    closeClients();
    await events?.stop();
    await db.close();
    await stopTelemetry();
    admin.close();
    admin.closeAllConnections();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
}
