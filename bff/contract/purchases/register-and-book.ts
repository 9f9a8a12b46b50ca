import * as z from 'zod';
import { call } from '../call.ts';
import { RegistrationResult, registrationRefusals } from '../exams/registration-result.ts';
import { Session } from '../sessions/sessions.ts';
import { dollars, dollarsIn, id, orNull } from '../types.ts';
import {
  buyCreditsRefusals,
  newCardRefusals,
  placeRefusals,
  savedCardRefusals,
} from './payments.ts';

const body = z.object({
  examId: id,
  sessionId: id.describe('An open session at a branch'),
  numberOfCredits: z.int().min(0).max(99).describe('Credits to buy; 0 when none are missing'),
  amount: dollarsIn.describe(
    'What the person agreed to pay for credits, proctor fee and additional fee together; ' +
      'when it is not the sum that the server computes, nothing is charged',
  ),
});

const answer = RegistrationResult.extend({
  session: orNull(Session).describe('Null when the place could not be booked; error says why'),
  paid: z
    .object({ credits: dollars, proctorFee: dollars, additionalFee: dollars })
    .describe('What the payment was for'),
  error: z
    .string()
    .nullable()
    .describe(
      'Only when money was taken but the registration failed (exam and registrationId are then ' +
        'null), or when it is registered and the session could not be booked',
    ),
});

// nothing is booked yet that only the office could leave
const { office_only: _, ...places } = placeRefusals;
const refuses = {
  ...registrationRefusals,
  ...places,
  ...buyCreditsRefusals,
  too_few_credits: 422,
} as const;
const description =
  'One payment for the missing credits, the proctor fee and the additional fee. ' +
  'The place in the session is held while the card is charged. ' +
  'What fails after the charge leaves what was paid: as credits (the fees go back to the card), ' +
  'or as a registration whose fees are paid and whose session is booked later.';

export const registerAndBook = call({
  method: 'POST',
  path: '/api/registerAndBook',
  keyed: true,
  summary: 'Saves a card, pays with it, registers an exam and books its session',
  description,
  permission: 'registration.make',
  onStudent: true,
  card: 'new',
  body,
  answer,
  refuses: { ...refuses, ...newCardRefusals },
});

export const registerAndBookWithProfile = call({
  method: 'POST',
  path: '/api/registerAndBookWithProfile',
  keyed: true,
  summary:
    'Pays with a saved card, or nothing where nothing is due, registers an exam and books its ' +
    'session',
  description,
  permission: 'registration.make',
  onStudent: true,
  card: 'saved',
  body,
  answer,
  refuses: { ...refuses, ...savedCardRefusals },
});
