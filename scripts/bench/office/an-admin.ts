import { adminLogin } from '@portal/contract/students/auth';
import { Person } from '../../portal-user/person.ts';
import type { Portal } from '../../start/portal-handle.ts';

/** Signs in the admin of the demo data. */
export async function anAdmin({ url }: Portal): Promise<Person> {
  const person = new Person(url);
  await person.do(adminLogin, { loginName: 'admin', password: 'Staff4JSE!' });
  return person;
}
