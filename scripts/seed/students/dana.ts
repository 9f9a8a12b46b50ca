import { asStudent, seeding } from '../as.ts';
import { rpc, tool } from '../clients.ts';
import { danaSession } from '../sessions/sessions.ts';
import { newVisa } from '../visa.ts';

const DANA = 1001;
const MIRI = 1003;
/** Credits left on dana's account after registering their exams. */
const CREDITS_LEFT = 6;
/** The package of seminary study, and an exam of 3 credits that it pays for. */
const STUDY_PACKAGE = 8;
const FAILED_BY_MIRI = 114;
const registeredOnly = 401;
const inSession = 404;

/** Creates dana's card, credits and two open exams by the calls of a student. */
export async function seedDana(
  now: Date,
  { sandboxUrl, creditsOf }: { sandboxUrl: string; creditsOf: (examId: number) => number },
): Promise<void> {
  const card = await newVisa(sandboxUrl, now, 'Dana Rosenthal');
  const { card: saved } = await rpc.cards.saveCard({ card }, asStudent(DANA, 'dana card'));
  const spent = creditsOf(registeredOnly) + creditsOf(inSession);
  await tool.credits.grantCredits(
    { studentId: DANA, credits: CREDITS_LEFT + spent },
    seeding('dana credits', DANA),
  );
  await rpc.registrations.registerExam(
    { examId: registeredOnly },
    asStudent(DANA, 'dana registered'),
  );
  const { registration } = await rpc.registrations.registerExam(
    { examId: inSession },
    asStudent(DANA, 'dana in session'),
  );
  if (!registration) throw new Error('dana was not registered');

  const startsAt = danaSession(now).getTime();
  const { sessions } = await rpc.sessions.listOpenSessions(
    { locationId: 13 },
    asStudent(DANA, 'list'),
  );
  const session = sessions.find((one) => one.startsAt?.getTime() === startsAt);
  if (!session) throw new Error('the session of dana is not there');
  const due =
    registration.proctorFeeCents +
    (registration.additionalFeeOwed ? registration.additionalChargeCents : 0);
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
  await rpc.sessions.scheduleSession(
    { registrationId: registration.id, sessionId: session.id },
    asStudent(DANA, 'dana session'),
  );
}

/**
 * Gives miri 3 credits that pay for TAL and CIS. The seminary study package paid for a failed try
 * (from the seed of the registration service), and its free credits pay for the retake.
 */
export async function seedMiri(creditsOf: (examId: number) => number): Promise<void> {
  const cost = creditsOf(FAILED_BY_MIRI);
  await tool.credits.grantCredits(
    { studentId: MIRI, credits: cost, packageId: STUDY_PACKAGE },
    seeding('miri package', MIRI),
  );
  await rpc.registrations.registerExam(
    { examId: FAILED_BY_MIRI },
    asStudent(MIRI, 'miri registered'),
  );
  const retakes = {
    studentId: MIRI,
    credits: cost,
    packageId: STUDY_PACKAGE,
    freeSeminaryRetake: true,
  };
  await tool.credits.grantCredits(retakes, seeding('miri retakes', MIRI));
  await tool.credits.grantCredits(
    { studentId: MIRI, credits: 3, vendorsAllowed: '1,4' },
    seeding('miri credits', MIRI),
  );
}
