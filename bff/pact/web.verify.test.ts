import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import pact from '@pact-foundation/pact';
import { conflict, declined, unprocessable } from '@portal/kit/errors';
import { aPortal, aStudentSession, type FakeServices } from '../src/testing/portal.ts';
import { aCard, aRegistration, aSession, catalogOf, someCredits } from '../src/testing/records.ts';

const here = dirname(fileURLToPath(import.meta.url));
const pacts = readdirSync(here)
  .filter((name) => name.endsWith('.json'))
  .map((name) => join(here, name));

// The states that the pacts name; the services answer as each state says.
const states = [
  'a student is signed in',
  'a student has too few credits',
  'the card is declined',
  'the card is new',
  'the price has changed',
  'the fees are due',
  'an exam is registered',
  'a session is booked',
  'the session is full',
  'nobody is signed in',
  'no student has these details',
  'somebody with these details is on record',
] as const;
type State = (typeof states)[number];
let state: State = 'nobody is signed in';
const inState = (answers: Partial<Record<State, () => unknown>>, otherwise: () => unknown) => () => (answers[state] ?? otherwise)();
const refuses = (refusal: Error) => () => {
  throw refusal;
};

const tooFew = conflict('not_enough_credits', 'You do not have enough credits.', { missing: 2, expected: 10_500 });
const cardDeclined = declined('card_declined', 'There was a problem charging your card.', {
  reason: 'This transaction has been declined.',
});
const otherPrice = conflict('amount_changed', 'The amount has changed.', { expected: 18_000 });
const onRecord = conflict('duplicate_student', 'A student already exists with the given SSN and date of birth.', {
  Error: true,
  students: [],
});
const bought = { registration: aRegistration(), credits: someCredits(), freeSeminaryRetake: false, studyMaterialNotSent: false };
const noRows = { registrations: [], unfitExamIds: [], memberWithoutExam2Years: false };
const seated = aRegistration({ status: 'scheduled', branchId: 13, sessionId: 77, sessionType: '21', proctorFeeCents: 0 });

const services: FakeServices = {
  catalog: catalogOf(),
  identity: {
    accounts: {
      signInStudent: refuses(unprocessable('invalid_credentials', 'The email or password is not correct.')),
      verifyBotCheck: () => ({ botProof: 'signed.proof' }),
    },
    students: { addStudent: refuses(onRecord) },
    colleges: { listColleges: () => ({ colleges: [{ id: 269, name: 'Woodmont College' }], membershipTypes: [] }) },
  },
  payments: {
    credits: { getCredits: () => ({ credits: someCredits() }), listExamOffers: () => ({ offers: [] }) },
    cards: { listCards: () => ({ cards: [aCard()] }) },
    fees: { payFees: () => ({ successMessage: 'Thank you.' }) },
  },
  registration: {
    registrations: {
      listRegistrations: inState(
        { 'the fees are due': () => ({ ...noRows, registrations: [aRegistration({ proctorFeeCents: 0 })] }) },
        () => noRows,
      ),
      registerExam: inState({ 'a student has too few credits': refuses(tooFew) }, () => bought),
      buyExam: inState(
        {
          'the card is declined': refuses(cardDeclined),
          'the price has changed': refuses(otherPrice),
          'the card is new': () => ({ ...bought, card: aCard() }),
        },
        () => bought,
      ),
      cancelRegistration: () => ({ examId: 101, credits: someCredits(), refundNoCharge: true, refundedCents: 0 }),
    },
    sessions: {
      listOpenSessions: () => ({ sessions: [aSession()] }),
      scheduleSession: inState({ 'the session is full': refuses(conflict('session_full', 'Session full')) }, () => ({
        registration: seated,
        session: aSession({ hasASeat: true }),
      })),
      cancelSession: () => ({ registration: aRegistration(), session: aSession() }),
    },
  },
};

test('the BFF keeps what the page leans on', async () => {
  expect(pacts).not.toEqual([]);
  const portal = await aPortal({ services });
  const cookies = await portal.signedIn(aStudentSession());
  const enter = (name: State) => async () => {
    state = name;
  };
  const verifier = new pact.Verifier({
    provider: 'bff',
    providerBaseUrl: portal.url,
    pactUrls: pacts,
    logLevel: 'error',
    stateHandlers: Object.fromEntries(states.map((name) => [name, enter(name)])),
    // The browser adds the cookie of the session; a pact knows nothing of it.
    requestFilter: (request, _response, next) => {
      if (state === 'somebody with these details is on record') request.headers.cookie = 'botcheck=signed.proof';
      else if (state !== 'nobody is signed in') Object.assign(request.headers, cookies);
      next();
    },
  });
  await verifier.verifyProvider();
});
