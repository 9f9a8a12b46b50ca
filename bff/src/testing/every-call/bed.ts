import { randomUUID } from 'node:crypto';
import { can, holdersOf, NOBODY } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { type Role, STUDENT_ROLE } from '@portal/access/roles';
import type { CallSpec } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import { routes } from '../../routes.ts';
import { type Answer, createAsker, type Input } from '../asking.ts';
import { type EveryRpc, type RpcCall, serveEveryRpc } from '../every-rpc.ts';
import { startPortal } from '../portal.ts';
import { findSubject, STUDENTS, sessionOf } from './subjects.ts';

/** A call of the contract, by its name. */
export type Named = (typeof calls)[number];

/** The calls that need a permission. */
export const closed: readonly Named[] = calls.filter(({ call }) => !can(NOBODY, call.permission));

/** Every call that changes something. */
export const changes: readonly Named[] = calls.filter(({ call }) => call.method === 'POST');

/**
 * Returns a caller who may make a call, by their role, and the input that makes it about a student:
 * a visitor where everyone may, else a student, a super admin, or the first role that may.
 */
export function askerOf({ permission, onStudent }: CallSpec): {
  role: Role | 'nobody';
  about: Input;
} {
  if (can(NOBODY, permission)) return { role: 'nobody', about: {} };
  const holders = holdersOf(permission);
  if (holders.includes(STUDENT_ROLE)) return { role: STUDENT_ROLE, about: {} };
  const role = holders.includes('ROLE_SUPER_ADMIN') ? 'ROLE_SUPER_ADMIN' : (holders[0] as Role);
  return { role, about: onStudent ? { student_id: STUDENTS['of no school'].studentId } : {} };
}

/** A permission of every signed-in account. */
const OPEN: Permission = 'school.list';
/** Tries are counted by tests of their own. */
const tries = { limit: <T>(_: unknown, work: () => Promise<T>): Promise<T> => work() };

/** An answered request, and the RPCs that the BFF made for it. */
export interface Outcome {
  readonly answer: Answer;
  readonly requests: readonly RpcCall[];
}

/**
 * The BFF before kit's gRPC server, both in this process and over real connections, without the
 * services: every RPC answers with an empty message. `open` is a second BFF before the same server,
 * which lets every account make every call, so that kit's checks stand alone.
 */
export async function aBed(served: Omit<EveryRpc, 'findSubject'> = {}) {
  const rpcs = await serveEveryRpc({ findSubject, ...served });
  const [guarded, open] = await Promise.all(
    [routes, routes.map(opened)].map(async (these) => {
      const portal = await startPortal({ asking: rpcs.clients, routes: these, tries });
      return { portal, asker: createAsker(portal.url) };
    }),
  );
  if (!guarded || !open) throw new Error('a BFF did not start');

  async function ask(
    { portal, asker }: { portal: Portal; asker: ReturnType<typeof createAsker> },
    role: Role | 'nobody',
    call: CallSpec,
    input: Input,
    key: string = randomUUID(),
  ): Promise<Outcome> {
    const cookie = await cookieOf(portal, role);
    const keyed = call.keyed ? { 'idempotency-key': key } : {};
    const answer = await asker.ask(call, input, { ...cookie, ...keyed });
    return { answer, requests: await rpcs.rpcsOf(String(answer.headers['x-request-id'])) };
  }

  return {
    /** Makes a call as a user of this role. */
    ask: (role: Role | 'nobody', call: CallSpec, input: Input, key?: string) =>
      ask(guarded, role, call, input, key),
    /** The same past the checks of the BFF. */
    askKit: (role: Role, call: CallSpec, input: Input) => ask(open, role, call, input),
    send: guarded.asker.send,
    /** Returns the headers of a user of this role, in a new session. */
    cookie: (role: Role | 'nobody') => cookieOf(guarded.portal, role),
    url: guarded.portal.url,
    async close(): Promise<void> {
      for (const { portal, asker } of [guarded, open]) {
        asker.close();
        await portal.close();
      }
      rpcs.close();
    },
  };
}

type Portal = Awaited<ReturnType<typeof startPortal>>;
const cookieOf = async (portal: Portal, role: Role | 'nobody'): Promise<Record<string, string>> =>
  role === 'nobody' ? {} : portal.signedIn(sessionOf(role));

export type Bed = Awaited<ReturnType<typeof aBed>>;

const opened = (route: (typeof routes)[number]): (typeof routes)[number] =>
  can(NOBODY, route.call.permission)
    ? route
    : { ...route, call: { ...route.call, permission: OPEN } };
