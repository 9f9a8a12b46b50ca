import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type EligibilityFacts,
  paidButNotRegistered,
  paidWithFeesButNotRegistered,
  registeredButNotBooked,
  registrationClosed,
  registrationNotFinished,
  registrationRefusal,
} from './registration-rules.ts';

const applicant: EligibilityFacts = {
  exam: { isActive: true, isSelfService: true },
  isDenied: false,
  fits: true,
  hasOpenRegistration: false,
  byAdmin: false,
};

test.each([
  {
    who: 'with an unknown exam',
    more: { exam: null },
    code: 'exam_not_found',
    admin: 'exam_not_found',
  },
  {
    who: 'who asks for a withdrawn exam',
    more: { exam: { isActive: false, isSelfService: true } },
    code: 'exam_not_found',
    admin: 'exam_not_found',
  },
  {
    who: 'who is barred',
    more: { isDenied: true },
    code: 'registration_denied',
    admin: 'registration_denied',
  },
  {
    who: 'who asks for an exam of the office',
    more: { exam: { isActive: true, isSelfService: false } },
    code: 'admin_only_exam',
    admin: null,
  },
  { who: 'who does not fit', more: { fits: false }, code: 'requirements_not_met', admin: null },
  {
    who: 'who is registered already',
    more: { hasOpenRegistration: true },
    code: 'already_registered',
    admin: 'already_registered',
  },
  { who: 'whom nothing keeps', more: {}, code: null, admin: null },
])('a student $who: $code, by an admin: $admin', ({ more, code, admin }) => {
  expect(registrationRefusal({ ...applicant, ...more })?.code ?? null).toBe(code);
  expect(registrationRefusal({ ...applicant, ...more, byAdmin: true })?.code ?? null).toBe(admin);
});

test('the first rule that fails answers', () => {
  const order = [
    'exam_not_found',
    'registration_denied',
    'admin_only_exam',
    'requirements_not_met',
    'already_registered',
  ];
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (isActive, isSelfService, isDenied, fits, hasOpenRegistration) => {
        const broken = [!isActive, isDenied, !isSelfService, !fits, hasOpenRegistration];
        const first = order[broken.indexOf(true)] ?? null;
        expect(
          registrationRefusal({
            exam: { isActive, isSelfService },
            isDenied,
            fits,
            hasOpenRegistration,
            byAdmin: false,
          })?.code ?? null,
        ).toBe(first);
      },
    ),
  );
});

test('the sentences are those of the contract', () => {
  expect(registrationRefusal({ ...applicant, isDenied: true })?.detail).toBe(
    'Student is denied registration',
  );
  expect(registrationRefusal({ ...applicant, hasOpenRegistration: true })?.detail).toBe(
    'You are already registered for this exam.',
  );
  expect(registrationRefusal({ ...applicant, fits: false })?.detail).toBe(
    'You do not meet the requirements for this exam.',
  );
  expect(
    registrationRefusal({ ...applicant, exam: { isActive: true, isSelfService: false } })?.detail,
  ).toBe('This exam can be booked only through the office.');
  expect(paidButNotRegistered(3, 'it was withdrawn.')).toBe(
    'Your payment was received and 3 credits were added to your account, but the registration ' +
      'did not go through: it was withdrawn.',
  );
});

test('a payment whose registration failed is answered with what became of the money', () => {
  const failed = 'but the registration did not go through: it was withdrawn.';
  const back = 'The fees go back to your card.';
  expect(paidWithFeesButNotRegistered(3, 'it was withdrawn.')).toBe(
    `Your payment was received and 3 credits were added to your account, ${failed} ${back}`,
  );
  expect(paidWithFeesButNotRegistered(0, 'it was withdrawn.')).toBe(
    `Your payment was received, ${failed} ${back}`,
  );
});

test.each([
  [true, 'It is full', 'Your payment was received and you are registered', 'It is full.'],
  [false, 'It is full.', 'You are registered', 'It is full.'],
  [false, 'v. 2 is full', 'You are registered', 'v. 2 is full.'],
])(
  'a student who is registered and not booked is told to choose again',
  (isPaid, why, done, is) => {
    const ask = 'Please choose another session.';
    const sentence = `${done}, but the session could not be booked: ${is} ${ask}`;
    expect(registeredButNotBooked(isPaid, why)).toBe(sentence);
    expect(registeredButNotBooked(isPaid, `${is} ${ask}`)).toBe(sentence);
  },
);

test('a registration that is not open is refused with why', () => {
  expect([registrationNotFinished(), registrationClosed()]).toMatchObject([
    {
      code: 'registration_closed',
      detail: 'The registration was not finished in time. Please try again.',
    },
    { code: 'registration_closed', detail: 'This exam is cancelled or taken already.' },
  ]);
});
