import type { connectNats } from '@portal/kit/broker/nats';
import { isFromOwner } from '@portal/kit/events/outbox';
import type { Log } from '@portal/kit/observability/log';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Account, Sessions } from './http/session/sessions.ts';

type Nats = Awaited<ReturnType<typeof connectNats>>;

/** An event after which every session of an account is over. */
interface AccountEvent<Data> {
  /** The id of the event, a UUID of version 7: it begins with the time in milliseconds. */
  id?: unknown;
  data?: { [Name in keyof Data]?: unknown };
}
type PasswordChanged = AccountEvent<{ accountKind: string; accountId: number }>;
type StaffAccessChanged = AccountEvent<{ userId: number }>;
const ofAccount = ({
  data: { accountKind: kind, accountId: id } = {},
}: PasswordChanged): Account | null =>
  (kind === 'student' || kind === 'staff') && typeof id === 'number' ? { kind, id } : null;

type SignInBarred = AccountEvent<{ studentId: number }>;

/**
 * The most that the clock of a service may be ahead of this one. A student who changes their
 * password continues in a session that begins right after, and that session must not seem older
 * than the change.
 */
const CLOCKS_APART_MS = 2000;

/** Until when sessions began that an event ends; now for one that does not say when it was made. */
function timeOf({ id }: { id?: unknown }): Date {
  const millis = Number.parseInt(String(id).replace('-', '').slice(0, 12), 16);
  return Number.isSafeInteger(millis) ? new Date(millis - CLOCKS_APART_MS) : steadyNow();
}

/**
 * Ends the sessions that an account had when its password was changed. Those that began later stay:
 * an event can come late, or again.
 */
export async function onPasswordChanged(event: PasswordChanged, sessions: Sessions): Promise<void> {
  const account = ofAccount(event);
  if (account) await sessions.endAll(account, timeOf(event));
}

/** Ends the sessions that staff had when what they may do was changed. */
export async function onStaffAccessChanged(
  event: StaffAccessChanged,
  sessions: Sessions,
): Promise<void> {
  const id = event.data?.userId;
  if (typeof id === 'number') await sessions.endAll({ kind: 'staff', id }, timeOf(event));
}

/** Ends the sessions of a student who may not sign in any more. */
export async function onSignInBarred(event: SignInBarred, sessions: Sessions): Promise<void> {
  const id = event.data?.studentId;
  if (typeof id === 'number') await sessions.endAll({ kind: 'student', id }, timeOf(event));
}

/**
 * Follows changes in the services: the catalogue, and passwords, rights and bars, which end the
 * sessions of their account. A lost event does no harm: the catalogue is checked anyway, and the
 * call that changes one of them ends the sessions itself, those of the last moment among them.
 */
export function followEvents(
  nats: Nats,
  { catalogue, sessions, log }: { catalogue: Catalogue; sessions: Sessions; log: Log },
): void {
  const refresh = async (subject: string) => {
    for await (const event of nats.subscribe(subject)) catalogue.changed(event.subject);
  };
  const endSessions = async <Event>(
    subject: string,
    end: (event: Event, sessions: Sessions) => Promise<void>,
  ) => {
    for await (const event of nats.subscribe(subject)) {
      if (!isFromOwner(event.headers, 'identity')) continue;
      try {
        await end(event.json<Event>(), sessions);
      } catch (error) {
        log.warn({ err: error }, 'sessions could not be ended by an event');
      }
    }
  };
  const followed = [
    refresh('catalog.>'),
    refresh('schools.>'),
    endSessions('identity.password_changed', onPasswordChanged),
    endSessions('identity.staff_access_changed', onStaffAccessChanged),
    endSessions('identity.sign_in_barred', onSignInBarred),
  ];
  for (const following of followed)
    following.catch((error: unknown) => log.error({ err: error }, 'event stream failed'));
}
