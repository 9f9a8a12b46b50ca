import { dayInNewYork } from '@portal/kit/clock';
import { type Call, inTransaction } from '@portal/kit/command';
import { invalid } from '@portal/kit/errors';
import { SignupRequested } from '@portal/proto/identity/v1/events';
import { createLetter } from '../accounts/letters.ts';
import { isEmailOfAccount } from '../accounts/open-student-account.ts';
import { issueToken } from '../accounts/tokens.ts';
import { limited, pairSubject } from '../sign-in/tries.ts';
import { isEmail } from '../students/check-form.ts';
import { listStudentsOfPair, lockPair } from '../students/find-same-pair.ts';
import { checkPair, type StudentId } from './check-student-id.ts';
import { emailMismatch, matchOf } from './sign-up-match.ts';

/**
 * Step 2 of the sign-up (C-S04): mails the link to create a password; the address is stored when the link is used. Refuses with invalid,
 * student_not_found, already_signed_up, email_mismatch or too_many_tries.
 */
export async function requestSignUp(call: Call, { email: typed, dob, last4Ssn }: StudentId & { email: string }): Promise<void> {
  const email = typed.trim();
  checkPair({ dob, last4Ssn }, dayInNewYork(call.now));
  if (!isEmail(email)) throw invalid({ path: 'email', message: 'Email invalid' });

  // asking again makes a new link and ends the older one, so no answer is kept for a key
  await limited(call, pairSubject(dob, last4Ssn), () =>
    inTransaction(call, 'requestSignUp', async (tx) => {
      await lockPair(tx, dob, last4Ssn);
      const student = matchOf(await listStudentsOfPair(tx, dob, last4Ssn), email);
      if (await isEmailOfAccount(tx, email, student.id)) throw emailMismatch();

      const account = { kind: 'student', id: student.id } as const;
      const token = await issueToken(tx, { account, type: 'create', mailedTo: email, now: tx.now });
      tx.mail(createLetter({ account, tokenId: token.id, secret: token.secret, to: email, name: student.firstName }));
      tx.emit(SignupRequested, { studentId: student.id });
      tx.audit({ op: 'action', table: 'student', id: student.id, studentId: student.id, change: { signUp: 'requested' } });
    }),
  );
}
