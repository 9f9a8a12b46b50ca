import { can, scopeOf } from '@portal/access/can';
import { PERMISSIONS } from '@portal/access/permissions';
import { ROLES, type Role, STUDENT_ROLE } from '@portal/access/roles';
import { exampleOf } from '@portal/contract/testing/examples';
import type { Input } from '../asking.ts';
import { OF_THEIR_OWN, WITHOUT_RPC } from '../calls-without-own-rpc.ts';
import type { Bed, Named, Outcome } from './bed.ts';
import { SELF, STUDENTS, SUBJECTS, type Subject, sessionOf } from './subjects.ts';

/** The student of a call: the calling student, one whom staff name, or none. */
type About = 'themself' | Subject | null;

/** Inputs where the example would not reach the service. */
const INSTEAD: Readonly<Record<string, Input>> = { changeSecurity: { action: 'forgetDevices' } };

/** Calls that name a student though the contract does not say so; their handlers look who it is. */
const NAMING = ['getStudent', 'getStudentInfo'];
export const namesStudent = ({ name, call }: Named): boolean =>
  call.onStudent === true || NAMING.includes(name);

/** Returns the example of the call, about that student. */
function inputOf(named: Named, about: About): Input {
  const input = { ...exampleOf(named.name), ...INSTEAD[named.name] };
  if (!namesStudent(named)) return input;
  const id = about === null ? undefined : idOf(about);
  return { ...input, student_id: id, studentId: id };
}
const idOf = (about: 'themself' | Subject): number =>
  about === 'themself' ? SELF : STUDENTS[about].studentId;

const REFUSED = '403 forbidden by the BFF';
/** Returns the result that the permission of the call demands: admitted, or the refusal. */
function expectedOf({ call: { permission } }: Named, role: Role, about: About): string {
  const scope = scopeOf(sessionOf(role), permission);
  if (scope === null) return REFUSED;
  const isOther = about !== 'themself' && about !== null;
  if (role === STUDENT_ROLE && isOther) return '403 other_student by the BFF';
  // the service of a school's thing decides on it
  if (scope !== 'own_school' || PERMISSIONS[permission].about !== 'student') return 'in';
  return about === 'of the own school' || about === null ? 'in' : '404';
}

const ACCESS_CODES = ['not_signed_in', 'session_over', 'forbidden', 'other_student'];

/**
 * Returns the result of a call. A caller was let in when the handler of an RPC with the call's own
 * permission was reached in the name of the right person, whatever the BFF makes of its empty
 * answer. Calls without such an RPC are let in when the BFF answers.
 */
function foundOf({ name, call }: Named, about: About, { answer, requests }: Outcome): string {
  const { status, body } = answer;
  if (ACCESS_CODES.includes(body.code))
    return `${status} ${body.code} by ${requests.length > 0 ? 'kit' : 'the BFF'}`;
  if (requests.some(({ outcome }) => outcome === 'student_not_found')) return '404';
  const own = requests.filter(
    ({ permission }) => permission === call.permission || name in OF_THEIR_OWN,
  );
  if (WITHOUT_RPC.includes(name) || (name in OF_THEIR_OWN && own.length === 0))
    return status === 200 ? 'in' : `${status} ${body.code}`;
  const reached = own.find(({ outcome }) => outcome === 'ok');
  if (!reached) return `${status} ${body.code} without its RPC`;
  const { studentId } = reached.actor;
  const isRight = !call.onStudent || studentId === idOf(about ?? 'themself');
  return isRight ? 'in' : `in, about ${studentId}`;
}

/**
 * The subjects that a role can name in a call; for a role without access, the first one suffices.
 */
function aboutsOf(named: Named, role: Role): readonly About[] {
  if (!namesStudent(named)) return [null];
  const all: About[] = role === STUDENT_ROLE ? ['themself', null, ...SUBJECTS] : SUBJECTS;
  return can(sessionOf(role), named.call.permission) ? all : all.slice(0, 1);
}

export type Matrix = Readonly<Record<string, string>>;

/** Makes a call as each role about each subject: the result, and the table of permissions' rule. */
export async function matrixOf(
  bed: Bed,
  named: Named,
): Promise<{ found: Matrix; expected: Matrix }> {
  const found: Record<string, string> = {};
  const expected: Record<string, string> = {};
  const rows = ROLES.flatMap((role) => aboutsOf(named, role).map((about) => ({ role, about })));
  const nobody = await bed.ask('nobody', named.call, inputOf(named, null));
  found['nobody'] = foundOf(named, null, nobody);
  expected['nobody'] = '401 not_signed_in by the BFF';
  for (const { role, about } of rows) {
    const row = `${role}, a student ${about ?? 'left out'}`;
    const input = inputOf(named, about);
    expected[row] = expectedOf(named, role, about);
    found[row] = foundOf(named, about, await bed.ask(role, named.call, input));
    if (expected[row] !== REFUSED || isDecidedByBff(named)) continue;
    // the services do not trust the BFF with it
    expected[`${row}, past the BFF`] = '403 forbidden by kit';
    const past = await bed.askKit(role, named.call, input);
    found[`${row}, past the BFF`] = foundOf(named, about, past);
  }
  return { found, expected };
}

/** Calls in which the BFF alone decides; the last reads schools only for its holders. */
const isDecidedByBff = ({ name }: Named): boolean =>
  WITHOUT_RPC.includes(name) || name in OF_THEIR_OWN || name === 'getInfoForAddStudent';
