import { asStudent, seeding } from './as.ts';
import { rpc } from './clients.ts';
import { danaSession } from './sessions.ts';
import { newVisa } from './visa.ts';

const DANA = 1001;
const MIRI = 1003;
/** Left on dana's account once her exams are registered. */
const CREDITS_LEFT = 6;
const registeredOnly = 401;
const inSession = 404;

/** Dana's card, credits and her two open exams, each made as she would make it herself. */
export async function seedDana(
  now: Date,
  { sandboxUrl, creditsOf }: { sandboxUrl: string; creditsOf: (examId: number) => number },
): Promise<void> {
  const card = await newVisa(sandboxUrl, now, 'Dana Levi');
  const { card: saved } = await rpc.cards.saveCard({ card }, asStudent(DANA, 'dana card'));
  const spent = creditsOf(registeredOnly) + creditsOf(inSession);
  await rpc.credits.grantCredits({ studentId: DANA, credits: CREDITS_LEFT + spent }, seeding('dana credits', DANA));
  await rpc.registrations.registerExam({ examId: registeredOnly }, asStudent(DANA, 'dana registered'));
  const { registration } = await rpc.registrations.registerExam({ examId: inSession }, asStudent(DANA, 'dana in session'));
  if (!registration) throw new Error('dana was not registered');

  const startsAt = danaSession(now).getTime();
  const { sessions } = await rpc.sessions.listOpenSessions({ locationId: 13 }, asStudent(DANA, 'list'));
  const session = sessions.find((one) => one.startsAt?.getTime() === startsAt);
  if (!session) throw new Error('the session of dana is not there');
  const due = registration.proctorFeeCents + (registration.additionalFeeOwed ? registration.additionalChargeCents : 0);
  await rpc.fees.payFees(
    {
      examId: inSession,
      registrationId: registration.id,
      sessionId: session.id,
      proctorFeeCents: registration.proctorFeeCents,
      amountCents: due,
      method: { ccId: saved?.ccId },
    },
    asStudent(DANA, 'dana fees'),
  );
  await rpc.sessions.scheduleSession({ registrationId: registration.id, sessionId: session.id }, asStudent(DANA, 'dana session'));
}

/** Miri holds 3 credits that pay for TAL and CIS. */
export async function seedMiri(): Promise<void> {
  await rpc.credits.grantCredits({ studentId: MIRI, credits: 3, vendorsAllowed: '1,4' }, seeding('miri credits', MIRI));
}
