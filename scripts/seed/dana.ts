import { asStudent, seeding } from './as.ts';
import { rpc } from './clients.ts';
import { danaSession } from './sessions.ts';

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
  const card = await newVisa(sandboxUrl, now);
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

/** The Visa ending 1111, turned into a token as Accept.js does it in a browser. */
async function newVisa(sandboxUrl: string, now: Date) {
  const expYear = now.getUTCFullYear() + 3;
  const response = await fetch(`${sandboxUrl}/xml/v1/request.api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      securePaymentContainerRequest: {
        merchantAuthentication: { name: process.env.CARDS_LOGIN_ID, clientKey: process.env.CARDS_CLIENT_KEY },
        data: {
          type: 'TOKEN',
          id: 'seed',
          token: { cardNumber: '4111111111111111', expirationDate: `12${expYear}`, cardCode: '123', zip: '11230', fullName: 'Dana Levi' },
        },
      },
    }),
  });
  const answer = JSON.parse((await response.text()).replace(/^\uFEFF/, '')) as {
    opaqueData?: { dataDescriptor: string; dataValue: string };
  };
  if (!answer.opaqueData) throw new Error('the card processor gave no token for the demo card');
  return {
    descriptor: answer.opaqueData.dataDescriptor,
    value: answer.opaqueData.dataValue,
    last4: '1111',
    expMonth: 12,
    expYear,
    billingZip: '11230',
    cardholderName: 'Dana Levi',
    cardType: 'Visa',
  };
}
