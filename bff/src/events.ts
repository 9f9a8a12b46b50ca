import type { Log } from '@portal/kit/log';
import type { connectNats } from '@portal/kit/nats';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Account, Sessions } from './door/sessions.ts';

type Nats = Awaited<ReturnType<typeof connectNats>>;

interface PasswordChanged {
  /** The id of the event, a UUID of version 7: it begins with the time in milliseconds. */
  id?: unknown;
  data?: { accountKind?: unknown; accountId?: unknown };
}
const ofAccount = ({ data: { accountKind: kind, accountId: id } = {} }: PasswordChanged): Account | null =>
  (kind === 'student' || kind === 'staff') && typeof id === 'number' ? { kind, id } : null;

/** When an event was made; now for one that does not say. */
function timeOf({ id }: PasswordChanged): Date {
  const millis = Number.parseInt(String(id).replace('-', '').slice(0, 12), 16);
  return Number.isSafeInteger(millis) ? new Date(millis) : steadyNow();
}

/**
 * Ends the sessions that an account had when its password was changed. Those that began later stay: an event can come late, or again.
 */
export async function onPasswordChanged(event: PasswordChanged, sessions: Sessions): Promise<void> {
  const account = ofAccount(event);
  if (account) await sessions.endAll(account, timeOf(event));
}

/**
 * Follows what changes elsewhere: the catalogue, and passwords, which end the sessions of their account. Nothing is lost with an event: the
 * catalogue is checked anyway, and the call that changes a password ends the sessions itself.
 */
export function followEvents(nats: Nats, { catalogue, sessions, log }: { catalogue: Catalogue; sessions: Sessions; log: Log }): void {
  const refresh = async (subject: string) => {
    for await (const event of nats.subscribe(subject)) catalogue.changed(event.subject);
  };
  const endSessions = async () => {
    for await (const event of nats.subscribe('identity.password_changed'))
      await onPasswordChanged(event.json<PasswordChanged>(), sessions).catch((error: unknown) =>
        log.warn({ err: error }, 'sessions could not be ended by an event'),
      );
  };
  for (const following of [refresh('catalog.>'), refresh('schools.>'), endSessions()])
    following.catch((error: unknown) => log.error({ err: error }, 'an event could not be followed'));
}

/** Whether the broker answers. */
export const natsAnswers = (nats: () => Nats | null) => async (): Promise<boolean> => {
  const open = nats();
  if (!open || open.isClosed()) return false;
  await open.flush();
  return true;
};
