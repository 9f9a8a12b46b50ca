import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Access, type Actor, may } from '../actor.ts';
import type { RpcSet } from '../rpc.ts';

const staff = (role: string): Actor => ({ kind: 'staff', id: 1, roles: [role], name: 'staff', via: 'bff' });

/** One caller of every kind. */
const callers: Readonly<Record<string, Actor>> = {
  nobody: { kind: 'public', id: 0, roles: [], name: 'public', via: 'bff' },
  student: { kind: 'student', id: 1, roles: ['ROLE_STUDENT'], studentId: 1, name: 'student', via: 'bff' },
  admin: staff('ROLE_ADMIN'),
  superAdmin: staff('ROLE_SUPER_ADMIN'),
  techSupport: staff('ROLE_TECH_SUPPORT'),
  support: staff('ROLE_SUPPORT'),
  advisor: staff('ROLE_ADVISOR'),
  advisorAdmin: staff('ROLE_ADVISOR_ADMIN'),
  admissions: staff('ROLE_ADMISSIONS'),
  school: staff('ROLE_SCHOOL_ADMIN'),
  part: { kind: 'service', id: 0, roles: [], name: 'a part', via: 'a part' },
};

const all = Object.keys(callers);
const staffOnly = all.filter((who) => callers[who]?.kind === 'staff');

/** Who holds one of these keys, in words: those of `callers`, 'staff' for every role of staff, 'everybody' for all. */
function holdersOf(access: readonly Access[]): string {
  const who = all.filter((name) => may(callers[name] as Actor, access));
  if (who.length === all.length) return 'everybody';
  const isAnyStaff = staffOnly.every((name) => who.includes(name));
  return (isAnyStaff ? [...who.filter((name) => !staffOnly.includes(name)), 'staff'] : who).join(' ');
}

/** Who may call each RPC of a service: of every set that a `rpc.ts` below its `src` folder gives, so that none is left out of the service's table. */
export async function openTo(src: URL): Promise<Record<string, string>> {
  const folder = fileURLToPath(src);
  const modules = await Promise.all(
    globSync('*/rpc.ts', { cwd: folder }).map((file) => import(`${folder}${file}`) as Promise<Record<string, RpcSet>>),
  );
  const sets = modules.flatMap((exported) => Object.values(exported));
  const rpcs = sets.flatMap(({ handlers }) => Object.entries(handlers));
  return Object.fromEntries(rpcs.map(([name, { access }]) => [name, holdersOf(access)]));
}
