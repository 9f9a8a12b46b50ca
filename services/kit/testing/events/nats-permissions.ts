import { readFileSync } from 'node:fs';
import { eventName } from '../../commands/command.ts';
import { type Consumer, consumerNameAtBroker } from '../../events/inbox.ts';
import { streamOf } from '../../events/outbox.ts';

const config = new URL('../../../../deploy/nats/nats.conf', import.meta.url);

/** The API subjects by which a service makes its consumers, as its user of NATS may use them. */
export function allowedAtNats(service: string): string[] {
  const text = readFileSync(config, 'utf8');
  const [, ofUser = ''] = text.split(new RegExp(`user: ${service}\\b`));
  const [own = ''] = ofUser.split('user: ');
  return [...own.matchAll(/"\$JS\.API\.CONSUMER\.CREATE\.([^"]+)"/g)]
    .map(([, subject]) => subject as string)
    .sort();
}

/** The same, as the service needs them. */
export const neededAtNats = (service: string, consumers: readonly Consumer[]): string[] =>
  consumers
    .map(({ event }) => eventName(event))
    .map(
      (type) =>
        `${streamOf(type.split('.')[0] as string)}.${consumerNameAtBroker(service, type)}.${type}`,
    )
    .sort();
