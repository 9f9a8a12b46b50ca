import { eventName, inTransaction } from '@portal/kit/commands/command';
import type { Consumer } from '@portal/kit/events/inbox';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService } from '@portal/kit/testing';
import { world } from '../../testing/with-world.ts';

export interface MailSent {
  subject: string;
  bodyText: string;
  attachments: { content: string }[];
}

/**
 * Delivers all emitted events of a consumer, and returns the mails by student id; those of
 * `recipient`, another person, under 0.
 */
export async function arriveAll(
  consumer: Consumer,
  recipient?: string,
): Promise<Map<number, MailSent[]>> {
  const call = asService(world.db, 'registration');
  const events = await world.db.many<{ id: string; payload: { data: unknown } }>`
    SELECT id, payload FROM outbox WHERE type = ${eventName(consumer.event)}
    ORDER BY created_at, id`;
  for (const { id, payload } of events) {
    const data = consumer.event.fromJSON(payload.data);
    if (consumer.concerns && !consumer.concerns(data as never)) continue;
    await consumer.handle({ id, at: steadyNow(), data }, call, (work) =>
      inTransaction(call, 'arrive', (tx) => work(tx)),
    );
  }
  const mails = await world.db.many<MailSent & { recipient: string }>`
    SELECT recipient, subject, body_text, attachments FROM mail ORDER BY created_at, id`;
  const studentOf = (address: string) =>
    address === recipient ? 0 : Number(address.replace(/\D/g, ''));
  return Map.groupBy(mails, (mail) => studentOf(mail.recipient));
}
