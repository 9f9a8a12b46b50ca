import { test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { api } from '../shared/api/client.ts';
import { exam, registered } from '../shared/api/pact/records.ts';
import { meet } from '../shared/api/pact/testing.ts';

const scheduled: Exam = {
  ...registered,
  status: 'scheduled',
  branchId: 13,
  testSessionId: 77,
  sessionType: '21',
  proctor_fee_price: 0,
};
const held = {
  examAllowedPckCreditBalance: 0,
  examAllowedPackage: null,
  examAllowedPackages: [],
  freeCreditForSeminaryStudyRetakes: 0,
};
const totals = {
  totCreditsAvailable: 6,
  totCreditsDetails: { '1,4': 0, '3': 0, generic: 6 },
  ...held,
};
const card = {
  ccId: '4001',
  cardtype: 'Visa' as const,
  cc4digits: '1111',
  ccName: 'Dana Levi',
  ccExpMonth: 12,
  ccExpYear: 2030,
  expired: false,
  expiresSoon: false,
  isDefault: false,
};
const registration = {
  ...totals,
  exam: registered,
  registrationId: 9001,
  examProctorCode: null,
  proctorFee: 15,
  registrationMadeWithFreeSeminaryStudyCredits: false,
  studyMaterialNotSent: false,
  successMessage: 'You are registered for Biology.',
  paymentMethod: null,
  error: null,
};
const session = {
  testSessionId: 77,
  sessionType: '21' as const,
  date: '2026-07-10',
  testSessionTime: '09:30',
  title: null,
  locationId: 13,
  locationName: 'Monsey',
  branchName: 'Monsey',
  city: 'Monsey',
  address: '1 Main St',
  schoolId: null,
  schoolName: null,
  gender: '3' as const,
  by_appointment: false,
  closed: false,
  called_off: false,
  remainingSeats: 2,
  hasASeat: false,
  limit_to1_test: false,
  durationLeft: 210,
  closingDate: null,
  returnDueDate: null,
  shipDate: null,
  session_last_date: null,
  proctor_fee_kept_until: '2026-11-23T14:30:00.000Z',
  firstName: null,
  lastName: null,
  phone: null,
};
const newCard = {
  acceptPaymentDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  acceptPaymentValue: 'eyJjb2RlIjoiNTBfMiJ9',
  ccLast4: '1111',
  ccExpMonth: 12,
  ccExpYear: 2030,
  billingZipCode: '10952',
  cardholderName: 'Dana Levi',
  cardType: 'Visa' as const,
};
const signedIn = 'a student is signed in';

test('signing in with a wrong password', () =>
  meet(api.login, {
    given: 'no student has these details',
    input: { email: 'dana@student.test', password: 'Wrong4JSE!' },
    refusal: {
      status: 422,
      code: 'invalid_credentials',
      detail: 'The email or password is not correct.',
    },
  }));

test('asking without a session', () =>
  meet(api.getCreditsInfo, {
    given: 'nobody is signed in',
    input: {},
    refusal: { status: 401, code: 'not_signed_in', detail: 'Please log in.' },
  }));

test('the exam list', () =>
  meet(api.getAllExamsAccordingStudent, {
    given: signedIn,
    input: {},
    answer: { exams: [exam], memberHasntRegistered2years: false },
  }));

test('the credits', () =>
  meet(api.getCreditsInfo, {
    given: signedIn,
    input: {},
    answer: {
      totalCredits: 6,
      creditsDetails: totals.totCreditsDetails,
      pricePerCredit: 52.5,
      standardProctorFee: 15,
      specialPackages: [],
      ...held,
      vendorSpecificPackage: false,
      packageBuyingDisabled: false,
    },
  }));

test('saved cards', () =>
  meet(api.getPaymentMethods, {
    given: signedIn,
    input: {},
    answer: [card],
  }));

test('removing a saved card, and one that is in use', async () => {
  const call = api.removePaymentMethod;
  const input = { ccId: '4001' };
  await meet(call, { given: signedIn, input, answer: { paymentMethods: [card] } });
  await meet(call, {
    given: 'the card is in use',
    input,
    refusal: {
      status: 409,
      code: 'card_in_use',
      detail: 'A payment with this card is not finished yet. Please try again in a few minutes.',
    },
  });
});

test('choosing the default card', () =>
  meet(api.setDefaultPaymentMethod, {
    given: signedIn,
    input: { ccId: '4001' },
    answer: { paymentMethods: [{ ...card, isDefault: true }] },
  }));

test('packages', () =>
  meet(api.getPackagesTypesToDisplay, {
    given: signedIn,
    input: {},
    answer: {
      packages: [
        {
          id: 5,
          number_of_credits: 10,
          purchase_price: 450.5,
          is_default: false,
          display_name: 'Ten credits',
          description: null,
          internal_comment: null,
          proctor_fee_price: 10,
          no_additional_fees: false,
          is_special_program: false,
          seminary_study_tti_program_id: null,
          year: null,
          exams_allowed: [],
          vendors_allowed: null,
          free_retake_credits: 0,
        },
      ],
      adminOnlyPackages: [],
    },
  }));

test('GET with enough credits, and with too few', async () => {
  const call = api.onlineExamRegistration;
  await meet(call, { given: signedIn, input: { examId: 101 }, answer: registration });
  await meet(call, {
    given: 'a student has too few credits',
    input: { examId: 101 },
    refusal: {
      status: 409,
      code: 'not_enough_credits',
      detail: 'You do not have enough credits for this exam.',
      missing: 2,
      expected: 105,
    },
  });
});

test('BUY with a saved card: bought, declined, and at another price than agreed', async () => {
  const call = api.submitPaymentAndGetExam;
  const input = { examId: 101, numberOfCredits: 3, amount: 157.5, ccId: '4001' };
  await meet(call, { given: signedIn, input, answer: registration });
  await meet(call, {
    given: 'the card is declined',
    input,
    refusal: {
      status: 402,
      code: 'card_declined',
      detail: 'There was a problem charging your card.',
      reason: 'This transaction has been declined.',
    },
  });
  await meet(call, {
    given: 'the price has changed',
    input,
    refusal: {
      status: 409,
      code: 'amount_changed',
      detail: 'The amount has changed. Please check it and try again.',
      expected: 180,
    },
  });
});

test('BUY with a new card', () =>
  meet(api.purchasePackageAndRegister, {
    given: 'the card is new',
    input: { examId: 101, numberOfCredits: 3, amount: 157.5, ...newCard },
    answer: { ...registration, paymentMethod: card },
  }));

test('paying the proctor fee', () =>
  meet(api.payProctorFeeWithPaymentProfile, {
    given: 'the fees are due',
    input: {
      examId: 101,
      registrationId: 9001,
      sessionId: 77,
      proctorFee: 15,
      amount: 65,
      ccId: '4001',
    },
    answer: {
      exam: registered,
      registrationId: 9001,
      proctorFee: 0,
      holdUntil: null,
      successMessage: 'Thank you.',
      paymentMethod: null,
    },
  }));

test('locations and their sessions', async () => {
  await meet(api.getAllActiveLocations, {
    given: signedIn,
    input: {},
    answer: [
      {
        id: 13,
        name: 'Monsey',
        address: '1 Main St',
        city: 'Monsey',
        phone: '845-555-0100',
        admin_only: false,
        by_appointment: false,
        seminary_study_program_ids: [],
      },
    ],
  });
  await meet(api.getOpenedSessions, {
    given: signedIn,
    input: { locationId: 13 },
    answer: [
      {
        ...session,
        endsAt: '2099-03-03T18:00:00.000Z',
        waiting: { canJoin: false, position: null, offerUntil: null },
      },
    ],
  });
});

test('booking a session, and one that is full', async () => {
  const call = api.scheduleSessionForRegistration;
  const input = { registrationId: 9001, sessionId: 77 };
  await meet(call, {
    given: signedIn,
    input,
    answer: {
      exam: scheduled,
      sessionId: 77,
      session: { ...session, hasASeat: true },
      proctorFee: 0,
      successMessage: 'Your session is booked.',
    },
  });
  await meet(call, {
    given: 'the session is full',
    input,
    refusal: { status: 409, code: 'session_full', detail: 'Session full' },
  });
});

test('giving up a session', () =>
  meet(api.cancelSession, {
    given: 'a session is booked',
    input: { registrationId: 9001 },
    answer: { exam: registered, sessionId: 77, durationLeft: 210, proctorFee: 15 },
  }));

test('giving up an exam', () =>
  meet(api.cancelExamRegistration, {
    given: 'an exam is registered',
    input: { registrationId: 9001 },
    answer: {
      ...totals,
      exam,
      availableCredits: 6,
      sessionId: null,
      refundAdditionalFees: { noCharge: true, refundAmount: 0, msg: null, error: null },
    },
  }));
