import type { Role } from '@portal/access/roles';
import { addSecondFactor } from '@portal/contract/staff/security';
import { adminLogin } from '@portal/contract/students/auth';
import { type SoftwarePasskey, softwarePasskey } from '@portal/kit/testing/software-passkey';
import { Person } from '../../../portal-user/person.ts';
import { type Staff, someStaff } from '../staff.ts';
import { quickHash } from '../students.ts';

const originOf = ({ url }: Person): string => new URL(url).origin;
const challengeIn = (options: Readonly<Record<string, unknown>> | null | undefined): string =>
  String(options?.['challenge'] ?? '');

/** Staff who signed in by password and whose new passkey has responded to the portal. */
export interface AddingPasskey {
  staff: Staff;
  person: Person;
  passkey: SoftwarePasskey;
  /** The input that adds the passkey. */
  finish: { step: 'finish'; kind: 'passkey'; response: Record<string, unknown> };
}

/** Creates staff of a role who need no second factor and are about to add a passkey. */
export async function addingPasskey(role: Role = 'ROLE_ADMIN'): Promise<AddingPasskey> {
  const staff = await someStaff(role, { passwordHash: quickHash });
  const person = new Person();
  const { loginName, password } = staff;
  await person.do(adminLogin, { loginName, password });
  const begin = { step: 'begin', kind: 'passkey', name: 'My laptop', password } as const;
  const { options } = await person.do(addSecondFactor, begin);
  const passkey = softwarePasskey();
  const response = passkey.made({ challenge: challengeIn(options), origin: originOf(person) });
  return { staff, person, passkey, finish: { step: 'finish', kind: 'passkey', response } };
}

/** Creates staff of a role who have added a passkey. */
export async function staffWithPasskey(role?: Role) {
  const { finish, ...adding } = await addingPasskey(role);
  const { recoveryCodes = [] } = await adding.person.do(addSecondFactor, finish);
  return { ...adding, recoveryCodes };
}

/** A sign-in that waits for a passkey, and the passkey's response. */
export interface PasskeyChallenge {
  person: Person;
  /** The cookie with which another browser could take over the sign-in. */
  pending: string;
  answer: { method: 'passkey'; response: Record<string, unknown> };
}

/** Signs staff in by password at another browser; `count`: the passkey's signatures so far. */
export async function requestPasskey(
  { loginName, password }: Staff,
  passkey: SoftwarePasskey,
  count: number,
): Promise<PasskeyChallenge> {
  const person = new Person();
  const challenged = await person.do(adminLogin, { loginName, password });
  if (!('secondFactor' in challenged)) throw new Error('signed in by the password alone');
  const challenge = challengeIn(challenged.secondFactor.options);
  const response = passkey.used({ challenge, origin: originOf(person), count });
  return {
    person,
    pending: person.cookie('pending') ?? '',
    answer: { method: 'passkey', response },
  };
}

/** Returns another browser that holds a pending sign-in. */
export function holding(pending: string): Person {
  const other = new Person();
  other.setCookie('pending', pending);
  return other;
}
