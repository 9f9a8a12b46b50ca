import { pathToFileURL } from 'node:url';
import { jetstream } from '@nats-io/jetstream';
import { connect as connectBroker } from '@nats-io/transport-node';
import { connect } from './database.ts';

/**
 * Sends events that a service has set aside once more, when what kept it from handling them is mended; answers how many. All who want such an event
 * get it again, and do it once. One that cannot be handled still is set aside anew.
 */
export async function sendAgain(databaseUrl: string, natsUrl: string): Promise<number> {
  const db = connect(databaseUrl, { name: 'send again', max: 1 });
  const nats = await connectBroker({ servers: natsUrl, name: 'send again', timeout: 3000 });
  try {
    return await db.transaction(async (sql) => {
      const events = await sql.many<{ type: string; payload: object }>`DELETE FROM inbox_set_aside RETURNING type, payload`;
      const broker = jetstream(nats, { timeout: 3000 });
      // no msgID: the broker would take it for the one it has seen
      for (const { type, payload } of events) await broker.publish(type, JSON.stringify(payload));
      return events.length;
    });
  } finally {
    await nats.close();
    await db.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { DATABASE_URL: databaseUrl, NATS_URL: natsUrl } = process.env;
  try {
    if (!databaseUrl || !natsUrl) throw new Error('say where: DATABASE_URL=... NATS_URL=... node services/kit/send-again.ts');
    process.stdout.write(`${await sendAgain(databaseUrl, natsUrl)} events were sent again\n`);
  } catch (error) {
    process.stderr.write(`The events could not be sent again: ${(error as Error).message}.\n`);
    process.exit(1);
  }
}
