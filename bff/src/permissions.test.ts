import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from '@jest/globals';
import { can, holdersOf, NOBODY } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { STUDENT_ROLE } from '@portal/access/roles';
import { calls } from '@portal/contract/calls';
import { rpcAccess } from '@portal/kit/auth/rpc-access';
import type { ServiceDefinition } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import type { AppContext } from './app-context.ts';
import { clients } from './clients.ts';
import type { Route } from './http/route.ts';
import type { Session } from './http/session/sessions.ts';
import { routes } from './routes.ts';
import { OF_THEIR_OWN, WITHOUT_RPC } from './testing/calls-without-own-rpc.ts';
import { aStaffSession, aStudentSession } from './testing/portal.ts';

// A call and the RPC behind it name the same permission. Handlers run here with nothing real around
// them, which is enough to see what they ask of the services.

/**
 * A stand-in for all inputs of a handler: each field of it, and each answer of its functions, too.
 */
const anything: never = new Proxy(() => {}, {
  get(_, field) {
    if (field === 'then') return undefined; // it is no promise
    if (field === Symbol.toPrimitive) return () => 1;
    if (field === Symbol.iterator) return [][Symbol.iterator];
    return anything;
  },
  apply: () => anything,
}) as never;
const anythingBut = (own: object): never =>
  new Proxy(own, {
    // a null session stays null, and is no stand-in
    get: (_, field) => (field in own ? Reflect.get(own, field) : anything),
  }) as never;

/** Called RPCs, as `service.rpc`. */
const requests = new Set<string>();
beforeEach(() => requests.clear());
const services = Object.fromEntries(
  Object.entries(clients).map(([service, capabilities]) => {
    const rpc = (name: string) => async () => {
      requests.add(`${service}.${name}`);
      return anything;
    };
    const recording = Object.entries(capabilities).map(([capability, rpcs]) => [
      capability,
      Object.fromEntries(Object.keys(rpcs).map((name) => [name, rpc(name)])),
    ]);
    return [service, Object.fromEntries(recording)];
  }),
);
const context = anythingBut(services) as AppContext;

/** Returns the RPCs that a call makes for a session; its result is ignored. */
async function rpcsOf({ handle }: Route, session: Session | null): Promise<string[]> {
  requests.clear();
  const headers = {
    authorization: 'Bearer token',
    cookie: 'pwreset=1.x; botcheck=x; pending=x.eA',
  };
  const given = {
    session,
    student: 12,
    address: '127.0.0.1',
    request: anythingBut({ headers, body: Buffer.alloc(1) }),
  };
  await handle(anythingBut(given), context).catch(() => {});
  return [...requests];
}

const permissions = new Map<string, Permission | null>();
function notePermissions(service: string, { methods = {} }: Partial<ServiceDefinition>): void {
  for (const [name, { options }] of Object.entries(methods)) {
    const rpc = `${service}.${name}`;
    permissions.set(rpc, rpcAccess(rpc, options).permission);
  }
}
const generated = fileURLToPath(new URL('../../proto/gen/', import.meta.url));
for (const file of globSync('*/v1/*.ts', { cwd: generated, exclude: ['grpc/**'] }))
  for (const exported of Object.values(
    (await import(`${generated}${file}`)) as Record<string, Partial<ServiceDefinition>>,
  ))
    notePermissions(file.split('/')[0] as string, exported ?? {});
for (const services of Object.values(shared))
  for (const [service, definition] of Object.entries(services))
    notePermissions(service, definition);
const permissionOf = (rpc: string): Permission => permissions.get(rpc) as Permission;

/** One session for each role that may make the call, null for callers without an account. */
function sessionsOf(permission: Permission): (Session | null)[] {
  if (can(NOBODY, permission)) return [null];
  return holdersOf(permission).map((role) =>
    role === STUDENT_ROLE ? aStudentSession() : { ...aStaffSession(role), schoolId: 151 },
  );
}

test.each(routes.map((route) => ({ route, name: nameOf(route) })))(
  '$name names the permission of its RPC, and admits no other role',
  async ({ route, name }) => {
    const { permission } = route.call;
    const all = new Set<Permission>();
    for (const session of sessionsOf(permission)) {
      for (const rpc of await rpcsOf(route, session)) {
        const isOpen = can(session ?? NOBODY, permissionOf(rpc));
        expect([rpc, session?.roles, isOpen]).toEqual([rpc, session?.roles, true]);
        all.add(permissionOf(rpc));
      }
    }
    if (WITHOUT_RPC.includes(name)) expect([...all]).toEqual([]);
    else if (name in OF_THEIR_OWN) expect([...all]).not.toContain(permission);
    else expect([...all]).toContain(permission);
  },
);

function nameOf({ call }: Route): string {
  return calls.find((one) => one.call === call)?.name ?? call.path;
}
