import { type Call, inTransaction } from '@portal/kit/commands/command';
import { StudentSignedIn } from '@portal/proto/identity/v1/events';
import { isPassword } from '../../accounts/passwords/password.ts';
import { checkMaySignIn } from '../../accounts/records/check-open.ts';
import { keepLanguage } from '../../accounts/records/keep-language.ts';
import { limited, loginCount, refuseTooMany } from '../../accounts/records/tries.ts';
import { domainError } from '../../errors.ts';
import { findStudent } from '../../records/students/find-students.ts';
import type { Student } from '../../records/students/student.ts';
import { findStudentLogin } from './store.ts';

interface SignIn {
  email: string;
  password: string;
  /**
   * Mark of a browser that signed in to this account before; its failed tries are counted apart.
   */
  browser?: string | null;
  /** The one that was chosen in this browser: mails are written in it from now on. */
  language?: string | null;
}

/**
 * Checks address and password (C-S05). An unknown address, a wrong password and a student without
 * an account are one answer in one time. Throws DomainError invalid_credentials,
 * account_closed (only after the right password) or too_many_tries.
 */
export async function signInStudent(
  call: Call,
  { email, password, browser = null, language = null }: SignIn,
): Promise<Student> {
  const count = loginCount('student', email, browser);
  const login = await limited(call, count, async () => {
    const found = await findStudentLogin(call.db, email.trim());
    const isRight = await isPassword(password, found?.passwordHash ?? null);
    if (!found || !isRight)
      throw domainError('invalid_credentials', 'The email or password is not correct.');
    return found;
  });
  // concurrent wrong guesses count against it
  await refuseTooMany(call, count);
  checkMaySignIn(login, call.now);

  await inTransaction(call, 'signInStudent', async (tx) => {
    await keepLanguage(tx, login.studentId, language);
    tx.emit(StudentSignedIn, { studentId: login.studentId });
  });
  return (await findStudent(call.db, login.studentId)) as Student;
}
