import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { signInOptions } from '../broker/nats.ts';
import { streamOf } from '../events/outbox.ts';

/**
 * Deletes at NATS what a service that was restored left there: its stream, with events that its
 * outbox no longer has, and how far it had read the streams of others. When it starts, it makes
 * both again: the stream is filled from its outbox, and all that others keep comes to it once more,
 * of which its inbox knows what has taken effect. The service must be stopped. Needs the rights of
 * NATS' user `operator`. Answers what was deleted.
 */
export async function forgetStreams(nats: NatsConnection, service: string): Promise<string[]> {
  const manager = await jetstreamManager(nats, { timeout: 5000 });
  const gone: string[] = [];
  for await (const { config } of manager.streams.list()) {
    if (config.name === streamOf(service)) {
      await manager.streams.delete(config.name);
      gone.push(`stream ${config.name}`);
      continue;
    }
    for await (const { name } of manager.consumers.list(config.name)) {
      if (!name.startsWith(`${service}_`)) continue;
      await manager.consumers.delete(config.name, name);
      gone.push(`consumer ${name}`);
    }
  }
  return gone;
}

async function main(service: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  // from the standard input, so that no list of processes shows the password
  const url = env.NATS_OPERATOR_URL ?? (await text(process.stdin)).trim();
  if (!service || url === '')
    throw new Error(
      'usage: NATS_OPERATOR_URL=nats://operator:... node services/kit/backup/forget-streams.ts ' +
        '<service>',
    );
  const nats = await connect({ ...signInOptions(url, 'forget-streams'), timeout: 5000 });
  try {
    const gone = await forgetStreams(nats, service);
    return (
      `${service}: ` +
      `${gone.length === 0 ? 'NATS had nothing of it' : `deleted ${gone.join(', ')}`}`
    );
  } finally {
    await nats.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(process.argv[2], process.env).then(
    (said) => process.stdout.write(`${said}\n`),
    (error: Error) => {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    },
  );
