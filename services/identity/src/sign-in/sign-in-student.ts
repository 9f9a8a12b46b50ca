import { type Call, inTransaction } from '@portal/kit/command';
import { forbidden, unprocessable } from '@portal/kit/errors';
import { StudentSignedIn } from '@portal/proto/identity/v1/events';
import { isPassword } from '../accounts/password.ts';
import { findStudent } from '../students/find-students.ts';
import type { Student } from '../students/student.ts';
import { findStudentLogin } from './store.ts';
import { limited, loginSubject, refuseTooMany } from './tries.ts';

/**
 * Checks address and password (C-S05). An unknown address, a wrong password and a student without an account are one answer in one time
 * . Refuses with invalid_credentials, account_disabled (only after the right password) or too_many_tries.
 */
export async function signInStudent(call: Call, { email, password }: { email: string; password: string }): Promise<Student> {
  const subject = loginSubject('student', email);
  const login = await limited(call, subject, async () => {
    const found = await findStudentLogin(call.db, email.trim());
    const isRight = await isPassword(password, found?.passwordHash ?? null);
    if (!found || !isRight) throw unprocessable('invalid_credentials', 'The email or password is not correct.');
    return found;
  });
  await refuseTooMany(call, subject); // wrong guesses that ran side by side with this one count against it
  if (login.disabled) throw forbidden('account_disabled', 'Please call the office.');

  await inTransaction(call, 'signInStudent', async (tx) => tx.emit(StudentSignedIn, { studentId: login.studentId }));
  return (await findStudent(call.db, login.studentId)) as Student;
}
