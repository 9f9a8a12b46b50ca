import { adminLogin, login } from '@portal/contract/students/auth';
import { Person, type PersonOptions } from './person.ts';

/** Signs in Dana, the student of the demo data. */
export async function demoStudent(url: string, options: PersonOptions = {}): Promise<Person> {
  const person = new Person(url, options);
  await person.do(login, { email: 'dana@student.test', password: 'Study4JSE!' });
  return person;
}

/** Signs in staff of the demo data by their login name. */
export async function demoStaff(
  url: string,
  loginName: string,
  options: PersonOptions = {},
): Promise<Person> {
  const person = new Person(url, options);
  await person.do(adminLogin, { loginName, password: 'Staff4JSE!' });
  return person;
}
