import { dayInNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { languageOf } from '@portal/kit/email/language';
import { invalid } from '@portal/kit/errors';
import { isEmail } from '@portal/kit/person-fields';
import { SignupRequested } from '@portal/proto/identity/v1/events';
import { createAccountEmail } from '../../accounts/links/emails.ts';
import { issueToken } from '../../accounts/links/tokens.ts';
import { checkMaySignIn } from '../../accounts/records/check-open.ts';
import { isEmailHeld } from '../../accounts/records/open-student-account.ts';
import { limited, pairCount } from '../../accounts/records/tries.ts';
import { listStudentsOfPair, lockPair } from '../duplicates/find-same-pair.ts';
import { checkPair, type StudentId } from './check-student-id.ts';
import { guardIdentityCheck } from './guard-identity-check.ts';
import { limitCreateMails } from './limit-create-mails.ts';
import { emailMismatch, matchOf } from './sign-up-match.ts';

/**
 * Step 2 of the sign-up (C-S04): mails the link to create a password; the address is stored when
 * the link is used. Refuses with invalid, student_not_found, already_signed_up, email_mismatch,
 * account_closed, bot_check_needed (after many misses) or too_many_tries (also after three mails an
 * hour to the address or about the student: the answer admits it, since people would wait for a
 * mail that never comes, and the caller has already named a student).
 */
export async function requestSignUp(
  call: Call,
  { email: typed, language, ...request }: StudentId & { email: string; language?: string | null },
): Promise<void> {
  const email = typed.trim();
  const { dob, last4Ssn } = request;
  checkPair(request, dayInNewYork(call.now));
  if (!isEmail(email)) throw invalid({ path: 'email', message: 'Email invalid' });

  // asking again makes a new link and ends the older one, so no answer is kept for a key
  await limited(call, pairCount(dob, last4Ssn), () =>
    guardIdentityCheck(call, request, { name: 'requestSignUp', usesUpProof: true }, async (tx) => {
      await lockPair(tx, dob, last4Ssn);
      const student = matchOf(await listStudentsOfPair(tx, dob, last4Ssn), email);
      checkMaySignIn(student, tx.now);
      if (await isEmailHeld(tx, email, student.id)) throw emailMismatch();
      await limitCreateMails(tx, { studentId: student.id, email });

      const account = { kind: 'student', id: student.id } as const;
      const token = await issueToken(tx, { account, type: 'create', mailedTo: email, now: tx.now });
      tx.mail(
        createAccountEmail({
          account,
          tokenId: token.id,
          secret: token.secret,
          to: email,
          name: student.firstName,
          language: languageOf(language ?? student.language),
        }),
      );
      tx.emit(SignupRequested, { studentId: student.id });
      tx.audit({
        op: 'action',
        table: 'student',
        id: student.id,
        studentId: student.id,
        change: { signUp: 'requested' },
      });
    }),
  );
}
