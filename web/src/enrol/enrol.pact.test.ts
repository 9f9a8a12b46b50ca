import { test } from '@jest/globals';
import { api } from '../shared/api/client.ts';
import { meet } from '../shared/api/pact/testing.ts';

const nobody = 'nobody is signed in';
const form = {
  firstName: 'Ruth',
  lastName: 'Moab',
  dob: '05/17/2001',
  last4ssn: '5577',
  gender: '2' as const,
  email: 'ruth@student.test',
  cellphone: '718-555-0101',
  address: '12 Barley Street',
  city: 'Brooklyn',
  zip: '11230',
  country: 'United States',
  password: 'Right4Me!',
};

test('colleges', () =>
  meet(api.getColleges, {
    given: nobody,
    input: {},
    answer: [{ id: 269, name: 'Woodmont College' }],
  }));

test('a bot check that is passed', () =>
  meet(api.verifyRecaptcha, {
    given: nobody,
    input: { recaptchaToken: 'token' },
    answer: { success: true },
  }));

test('signing up with data of a person on record, and without the bot check', async () => {
  const call = api.addStudent;
  await meet(call, {
    given: 'somebody with these details is on record',
    input: form,
    refusal: {
      status: 409,
      code: 'duplicate_student',
      detail: 'A student already exists with the given SSN and date of birth.',
    },
  });
  await meet(call, {
    given: nobody,
    input: form,
    refusal: {
      status: 403,
      code: 'bot_check_needed',
      detail: 'Please confirm that you are not a robot.',
    },
  });
});
