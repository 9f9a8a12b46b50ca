import type { Role } from '@portal/access/roles';
import { addSecondFactor } from '@portal/contract/security';
import { adminLogin } from '@portal/contract/students/auth';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../portal/databases.ts';
import { appCode } from './authenticator.ts';
import { Person } from './person.ts';
import { type Staff, someStaff } from './staff.ts';
import { quickHash } from './students.ts';

/** Staff with an authenticator app, signed in since before they had it. */
export interface StaffWithApp {
  staff: Staff;
  person: Person;
  secret: string;
  recoveryCodes: readonly string[];
}

/** Staff of a role who add an app; none of its codes counts as used. */
export async function staffWithApp(role: Role = 'ROLE_ADMIN'): Promise<StaffWithApp> {
  const staff = await someStaff(role, { passwordHash: quickHash });
  const person = new Person();
  await person.do(adminLogin, { loginName: staff.loginName, password: staff.password });
  const { secret = '' } = await person.do(addSecondFactor, {
    step: 'begin',
    kind: 'totp',
    name: 'My phone',
    password: staff.password,
  });
  const code = appCode(secret);
  const { recoveryCodes = [] } = await person.do(addSecondFactor, {
    step: 'finish',
    kind: 'totp',
    code,
  });
  await freeCodes(staff);
  return { staff, person, secret, recoveryCodes };
}

/** As if half a minute had passed: the code of this moment is good again. */
export async function freeCodes({ id }: Staff): Promise<void> {
  await sql('identity', 'UPDATE staff_factor SET last_step = NULL WHERE user_id = $1', [id]);
}

const stepNow = (): number => Math.floor(steadyNow().getTime() / 30_000);
/**
 * Works with a code of the step before or after this one; anew where half a minute has turned
 * meanwhile, for it is two steps away then.
 */
export async function withinOneStep(work: () => Promise<void>): Promise<void> {
  for (;;) {
    const step = stepNow();
    try {
      return await work();
    } catch (error) {
      if (stepNow() === step) throw error;
    }
  }
}

/** Somebody at another browser, with the right password and the second step still to do. */
export async function awaitingSecondFactor(
  { loginName, password }: Staff,
  person = new Person(),
): Promise<Person> {
  const answer = await person.do(adminLogin, { loginName, password });
  if (!('secondFactor' in answer)) throw new Error('signed in by the password alone');
  return person;
}
