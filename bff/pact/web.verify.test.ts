import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import pact from '@pact-foundation/pact';
import {
  conflict,
  declined,
  forbidden,
  notFound,
  partnerFailed,
  unprocessable,
} from '@portal/kit/errors';
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
  'the card is in use',
  'the price has changed',
  'the fees are due',
  'an exam is registered',
  'a session is booked',
  'the session is full',
  'an exam is not registered',
  'no session is booked',
  'she sits elsewhere at that time',
  'the session has not begun',
  'no proctor is booked',
  'the exam has no course',
  'the start link is of no use',
  'the vendor does not answer',
  'seminary study was not asked for',
  'nobody is signed in',
  'no student has these details',
  'somebody with these details is on record',
] as const;
type State = (typeof states)[number];
let state: State = 'nobody is signed in';
const inState = (answers: Partial<Record<State, () => unknown>>, otherwise: () => unknown) => () =>
  (answers[state] ?? otherwise)();
const refuses = (refusal: Error) => () => {
  throw refusal;
};

const tooFew = conflict('not_enough_credits', 'You do not have enough credits for this exam.', {
  missing: 2,
  expected: 10_500,
});
const cardDeclined = declined('card_declined', 'There was a problem charging your card.', {
  reason: 'This transaction has been declined.',
});
const cardInUse = conflict(
  'card_in_use',
  'A payment with this card is not finished yet. Please try again in a few minutes.',
);
const otherPrice = conflict(
  'amount_changed',
  'The amount has changed. Please check it and try again.',
  { expected: 18_000 },
);
const onRecord = conflict(
  'duplicate_student',
  'A student already exists with the given SSN and date of birth.',
  {
    Error: true,
    students: [],
  },
);
const feesDue = (expected: number) =>
  refuses(conflict('fees_due', 'Please pay the fees first.', { expected }));
const bought = {
  registration: aRegistration(),
  credits: someCredits(),
  freeSeminaryRetake: false,
  studyMaterialNotSent: false,
};
const noRows = {
  registrations: [],
  notEligibleExamIds: [],
  refusedExams: [],
  memberWithoutExam2Years: false,
};
const seated = aRegistration({
  status: 'scheduled',
  branchId: 13,
  sessionId: 77,
  sessionType: '21',
  proctorFeeCents: 0,
});

const started = new Date('2026-03-02T12:00:00Z');
const proctored = aRegistration({
  status: 'scheduled',
  sessionId: 88,
  sessionType: '99',
  proctorFeeCents: 0,
  proctorUuid: 'u-1',
});
const notHers = refuses(notFound('registration_not_found', 'This registration was not found.'));
const essay = {
  studentAssignmentId: 31,
  name: 'Essay',
  description: 'Four pages',
  uploaded: true,
  uploadedAt: new Date('2026-03-01T12:00:00Z'),
};
const visa = { account: 'TTI', type: 'CC', last4: '1111' };
const studyPayment = {
  id: 9001,
  at: new Date('2026-11-21T15:00:00Z'),
  amountCents: 60_050,
  account: 'TTI',
  methodType: 'CC',
};

const assignments = {
  listAssignments: inState(
    {
      'the vendor does not answer': refuses(
        partnerFailed(
          'coopersmith_failed',
          'There was a problem connecting to your Coopersmith student record.',
        ),
      ),
    },
    () => ({ assignments: [essay] }),
  ),
  getCccId: inState(
    {
      'an exam is not registered': refuses(
        forbidden('not_registered', 'You are not registered for this course.'),
      ),
    },
    () => ({ cccId: 'CCC-1' }),
  ),
  uploadAssignment: inState({ 'the fees are due': feesDue(5000) }, () => ({
    assignments: [essay],
    uploaded: true,
  })),
};

const online = {
  bookProctor: inState({ 'the fees are due': feesDue(1500) }, () => ({
    url: 'https://proctor.test/1',
    sessionId: 88,
    proctorUuid: 'u-1',
    registration: proctored,
  })),
  reserveProctor: inState(
    {
      'no proctor is booked': refuses(
        conflict(
          'no_proctor_booking',
          'There is no booking at the proctoring service for this exam.',
        ),
      ),
    },
    () => ({ registration: { ...proctored, proctorReserved: true } }),
  ),
  openExam: inState(
    {
      'the session has not begun': refuses(
        conflict(
          'session_not_open',
          'The exam can be started only between the start and the last date of the session.',
        ),
      ),
    },
    () => ({
      url: 'https://portal.test/exam/start#key',
      sessionId: 77,
      registration: aRegistration({
        status: 'scheduled',
        sessionId: 77,
        sessionType: '22',
        proctorFeeCents: 0,
      }),
    }),
  ),
  startProgram: inState(
    {
      'the exam has no course': refuses(
        conflict('no_course', 'This exam has no course that could be started.'),
      ),
    },
    () => ({
      url: 'https://platform.test/course/1',
      registration: aRegistration({ status: 'course_started', onlineProgramStarted: started }),
    }),
  ),
  startExam: inState(
    {
      'the start link is of no use': refuses(
        forbidden('start_key_invalid', 'This start link is not valid.'),
      ),
    },
    () => ({
      url: 'https://platform.test/exam/1',
    }),
  ),
  checkOnlineAccess: inState({ 'an exam is not registered': notHers }, () => ({
    onlineAccess: true,
    onlineExamStarted: started,
    examTaken: false,
  })),
  checkProgram: inState({ 'an exam is not registered': notHers }, () => ({
    onlineProgramCompleted: started,
  })),
};

const study = {
  getStudyInfo: inState(
    {
      'seminary study was not asked for': refuses(
        notFound('no_interest', 'Seminary study program interest not found'),
      ),
    },
    () => ({
      firstName: 'Rivka',
      lastName: 'Stern',
      amountCents: 60_050,
      programs: [{ programId: 12, name: 'Year in Israel' }],
      programName: 'Year in Israel',
      totalPaidCents: 10_050,
      currentMethod: visa,
      warning: 'Student already paid $100.50 for seminary study.',
    }),
  ),
  chargeAndJoin: inState(
    { 'the card is declined': refuses(cardDeclined), 'the price has changed': refuses(otherPrice) },
    () => ({
      isNewMember: true,
      currentMethod: visa,
      messages: ['The student is now a TTI member.'],
      payment: studyPayment,
    }),
  ),
  saveMethod: inState(
    {
      'the card is declined': refuses(
        declined('card_refused', 'There was a problem adding your card'),
      ),
    },
    () => ({
      currentMethod: { account: 'TTI', type: 'ACH', last4: '6789' },
      messages: ['The payment method was saved.'],
    }),
  ),
};

const services: FakeServices = {
  catalog: catalogOf(),
  identity: {
    accounts: {
      signInStudent: refuses(
        unprocessable('invalid_credentials', 'The email or password is not correct.'),
      ),
      verifyBotCheck: () => ({ botProof: 'signed.proof' }),
    },
    students: { addStudent: refuses(onRecord) },
    colleges: {
      listColleges: () => ({
        colleges: [{ id: 269, name: 'Woodmont College' }],
        membershipTypes: [],
      }),
    },
  },
  payments: {
    credits: {
      getCredits: () => ({ credits: someCredits() }),
      listExamOffers: () => ({ offers: [] }),
    },
    cards: {
      listCards: () => ({ cards: [aCard()] }),
      removeCard: inState({ 'the card is in use': refuses(cardInUse) }, () => ({
        cards: [aCard()],
      })),
      setDefaultCard: () => ({ cards: [aCard({ isDefault: true })] }),
    },
    fees: { payFees: () => ({ successMessage: 'Thank you.' }) },
  },
  registration: {
    registrations: {
      listRegistrations: inState(
        {
          'the fees are due': () => ({
            ...noRows,
            registrations: [aRegistration({ proctorFeeCents: 0 })],
          }),
        },
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
      cancelRegistration: () => ({
        examId: 101,
        credits: someCredits(),
        refundNoCharge: true,
        refundedCents: 0,
      }),
    },
    sessions: {
      listOpenSessions: () => ({ sessions: [aSession()] }),
      getLastLocation: () => ({ locationId: 13 }),
      scheduleSession: inState(
        {
          'the session is full': refuses(conflict('session_full', 'Session full')),
          'the fees are due': feesDue(6500),
          'she sits elsewhere at that time': refuses(
            conflict('time_overlap', 'You have another exam at that time in another place.'),
          ),
        },
        () => ({ registration: seated, session: aSession({ hasASeat: true }) }),
      ),
      cancelSession: inState(
        {
          'no session is booked': refuses(
            conflict('no_session', 'No session is booked for this exam.'),
          ),
        },
        () => ({
          registration: aRegistration(),
          session: aSession(),
        }),
      ),
    },
    assignments,
    online,
  },
  seminary: { study },
};

test('the BFF keeps the contract with the page', async () => {
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
    timeout: 300_000, // the fields that a response consumes are not checked here
    stateHandlers: Object.fromEntries(states.map((name) => [name, enter(name)])),
    // The browser adds the cookie of the session; a pact knows nothing of it.
    requestFilter: (request, _response, next) => {
      if (state === 'somebody with these details is on record')
        request.headers.cookie = 'botcheck=signed.proof';
      else if (state !== 'nobody is signed in' && state !== 'the start link is of no use')
        Object.assign(request.headers, cookies);
      next();
    },
  });
  await verifier.verifyProvider();
});
