import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { SessionClosed, SessionDeleted, SessionOpened } from '@portal/proto/registration/v1/events';
import {
  lockOfficeSession,
  type OfficeSessionBefore,
  setOfficeState,
} from '../../../capacity/seats/sessions/office-session-store.ts';
import { markDeleted } from '../../../capacity/seats/sessions/session-store.ts';
import { outdatedChange } from '../checks/session-changes.ts';
import { isClosingOver, stateOf } from '../queries/office-session.ts';
import { changesSince } from '../queries/store.ts';

export type StateAction = 'publish' | 'open' | 'close' | 'delete_draft';

export interface StateResult {
  sessionId: number;
  done: boolean;
  text: string;
  version: number;
}

const NO_CHANGE = 'No change';

export type Decision =
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'delete' }
  | { readonly kind: 'write'; readonly draft: boolean; readonly closedByStaff: boolean };

const refused = (why: string): Decision => ({ kind: 'refused', why });
const written = (draft: boolean, closedByStaff: boolean): Decision => ({
  kind: 'write',
  draft,
  closedByStaff,
});

/** Returns the fields that an action writes to a session, or why it writes none.. */
export function decideState(
  session: OfficeSessionBefore,
  action: StateAction,
  now: Date,
): Decision {
  const state = stateOf(session, now);
  if (state === 'past' || state === 'called_off') return refused('This session is over.');
  if (action === 'delete_draft')
    return state === 'draft' ? { kind: 'delete' } : refused('Only a draft can be deleted.');
  if (action === 'publish') {
    if (state !== 'draft') return refused(NO_CHANGE);
    return session.startsAt > now
      ? written(false, session.closedByStaff)
      : refused('This session is over.');
  }
  if (state === 'draft') return refused(NO_CHANGE);
  if (action === 'close') return session.closedByStaff ? refused(NO_CHANGE) : written(false, true);
  if (isClosingOver(session, now)) return refused('The closing date has passed. Change it first.');
  return session.closedByStaff ? written(false, false) : refused(NO_CHANGE);
}

const AUDITED: Readonly<Record<StateAction, Record<string, unknown>>> = {
  publish: { draft: [true, false] },
  open: { closedByStaff: [true, false] },
  close: { closedByStaff: [false, true] },
  delete_draft: { deleted: true },
};

const EVENTS = {
  publish: SessionOpened,
  open: SessionOpened,
  close: SessionClosed,
  delete_draft: SessionDeleted,
} as const;

interface One {
  sessionId: number;
  version: number;
  action: StateAction;
}

async function setOne(tx: Tx, { sessionId, version, action }: One): Promise<StateResult> {
  const not = (text: string, now = version): StateResult => ({
    sessionId,
    done: false,
    text,
    version: now,
  });
  const session = await lockOfficeSession(tx, sessionId);
  if (session === undefined) return not('This session was not found.');
  if (session.version !== version)
    return not(outdatedChange(await changesSince(tx, sessionId, version)).detail, session.version);
  const decided = decideState(session, action, tx.now);
  if (decided.kind === 'refused') return not(decided.why);
  tx.emit(EVENTS[action], { sessionId });
  tx.audit({
    op: action === 'delete_draft' ? 'delete' : 'update',
    table: 'session',
    id: sessionId,
    change: { ...AUDITED[action], version: [version, version + 1] },
  });
  if (decided.kind === 'delete') await markDeleted(tx, sessionId, tx.now);
  else await setOfficeState(tx, sessionId, decided);
  return { sessionId, done: true, text: 'done', version: version + 1 };
}

const set = command('setOfficeSessionState', setOne);

/**
 * Publishes, opens, closes or deletes sessions, each in its own transaction and from the version
 * that the caller read (C-O07); returns the result of each, with the reason of a refusal.
 */
export async function setSessionStates(
  call: Call,
  { sessions, action }: { sessions: Omit<One, 'action'>[]; action: StateAction },
): Promise<StateResult[]> {
  const results: StateResult[] = [];
  for (const { sessionId, version } of sessions)
    results.push(
      await set(
        { ...call, key: call.key === null ? null : `${call.key}:${sessionId}` },
        { sessionId, version, action },
      ),
    );
  return results;
}
