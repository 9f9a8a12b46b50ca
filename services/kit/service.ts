import grpc from '@grpc/grpc-js';
import { HealthCheckResponse_ServingStatus, HealthDefinition } from '@portal/proto/grpc/health/v1/health';
import { adminServer, hostAndPort } from './admin-server.ts';
import { closeClients } from './client.ts';
import { connect, type Database } from './database.ts';
import { registerGauges } from './gauges.ts';
import { type Consumer, consume } from './inbox.ts';
import { type Job, runJob } from './jobs.ts';
import { log } from './log.ts';
import { mailJob } from './mail.ts';
import { connectNats } from './nats.ts';
import { relayJob } from './outbox.ts';
import { type Process, resumeJobs } from './process.ts';
import { addRpcs, methodOf, type RpcSet } from './rpc.ts';
import { followClock, steadyNow } from './steady-clock.ts';
import { startTelemetry } from './telemetry.ts';

export interface Service {
  name: string;
  env: {
    DATABASE_URL: string;
    NATS_URL: string;
    ACTOR_SECRET: string;
    GRPC_LISTEN: string;
    ADMIN_LISTEN: string;
    SMTP_URL?: string;
    MAIL_FROM?: string;
  };
  rpcs: RpcSet[];
  consumers?: Consumer[];
  // biome-ignore lint/suspicious/noExplicitAny: a list of processes of any input and answer
  processes?: Process<any, any>[];
  jobs?: (db: Database) => Job[];
}

/** Runs one service: connects, serves gRPC and health, relays events, consumes, works jobs off, and drains on SIGTERM. */
export async function runService({ name, env, rpcs, consumers = [], processes = [], jobs = () => [] }: Service): Promise<void> {
  const stopTelemetry = await startTelemetry(name);
  const db = connect(env.DATABASE_URL, { name });
  const clock = await followClock(async () => (await db.one<{ now: Date }>`SELECT clock_timestamp() AS now`).now);
  const nats = await connectNats(env.NATS_URL, name);
  let draining = false;

  const answers = async () => ({
    database: await db.one`SELECT 1 AS up`.then(
      () => true,
      () => false,
    ),
    broker:
      !nats.isClosed() &&
      (await Promise.race([
        nats.flush().then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((no) => setTimeout(no, 800, false).unref()),
      ])),
    serving: !draining,
  });

  const server = new grpc.Server({
    'grpc.max_connection_age_ms': 300_000,
    'grpc.max_connection_age_grace_ms': 20_000,
    'grpc.max_receive_message_length': 32 * 1024 * 1024,
  });
  for (const set of rpcs) addRpcs(server, set, { db, actorSecret: env.ACTOR_SECRET, clock: steadyNow });
  server.addService({ check: methodOf(HealthDefinition, HealthDefinition.methods.check) } as grpc.ServiceDefinition, {
    check: (_call: unknown, answer: grpc.sendUnaryData<unknown>) =>
      void answers().then((parts) =>
        answer(null, {
          status: Object.values(parts).every(Boolean)
            ? HealthCheckResponse_ServingStatus.SERVING
            : HealthCheckResponse_ServingStatus.NOT_SERVING,
        }),
      ),
  });
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(env.GRPC_LISTEN, grpc.ServerCredentials.createInsecure(), (error) => (error ? reject(error) : resolve())),
  );
  const admin = adminServer(answers);
  const { host, port } = hostAndPort(env.ADMIN_LISTEN);
  await new Promise<void>((resolve, reject) => admin.once('error', reject).listen(port, host, resolve));

  registerGauges(db);
  const allJobs = [relayJob(db, nats, name), ...resumeJobs(db, processes), forgetJob(db), ...jobs(db)];
  if (env.SMTP_URL) allJobs.push(mailJob(db, { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM ?? 'JSE <portal@jse.test>' }));
  const running = allJobs.map(runJob);
  const consuming = consume(db, nats, name, consumers);
  log.info({ service: name, grpc: env.GRPC_LISTEN }, 'serving');

  const stop = async () => {
    if (draining) return;
    draining = true;
    setTimeout(() => process.exit(1), 15_000).unref();
    await consuming.stop();
    await new Promise<void>((done) => {
      const force = setTimeout(() => {
        server.forceShutdown();
        done();
      }, 8_000);
      server.tryShutdown(() => {
        clearTimeout(force);
        done();
      });
    });
    await Promise.all(running.map((job) => job.stop()));
    clock.stop();
    closeClients();
    await nats.close();
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

/** Keys are good for 24 hours; their answers are forgotten after two days. */
function forgetJob(db: Database): Job {
  return {
    name: 'forget keys',
    everySeconds: 3600,
    async run() {
      await db.run`DELETE FROM idempotency WHERE created_at < statement_timestamp() - interval '48 hours'`;
    },
  };
}
