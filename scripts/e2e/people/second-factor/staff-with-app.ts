import type { Role } from '@portal/access/roles';
import { addSecondFactor } from '@portal/contract/staff/security';
import { adminLogin } from '@portal/contract/students/auth';
import { sql } from '../../../portal/databases.ts';
import { Person } from '../../../portal-user/person.ts';
import { type Staff, someStaff } from '../staff.ts';
import { quickHash } from '../students.ts';
import { appCode } from './authenticator.ts';

/** Staff who signed in and then added an authenticator app. */
export interface StaffWithApp {
  staff: Staff;
  person: Person;
  secret: string;
  recoveryCodes: readonly string[];
}

/** Creates staff of a role who add an app; none of its codes counts as used. */
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

/** Makes the current code valid again, as if half a minute had passed. */
export async function freeCodes({ id }: Staff): Promise<void> {
  await sql('identity', 'UPDATE staff_factor SET last_step = NULL WHERE user_id = $1', [id]);
}

/** Signs staff in at another browser by the password; the second step is still to do. */
export async function awaitingSecondFactor(
  { loginName, password }: Staff,
  person = new Person(),
): Promise<Person> {
  const answer = await person.do(adminLogin, { loginName, password });
  if (!('secondFactor' in answer)) throw new Error('signed in by the password alone');
  return person;
}
