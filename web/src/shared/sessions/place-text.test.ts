import { expect, test } from '@jest/globals';
import { placeText } from './place-text.ts';

const place = {
  branchName: 'Lakewood',
  locationName: 'Lakewood',
  schoolName: null,
  address: '415 Forest Avenue',
  city: 'Lakewood',
};

test.each([
  [place, 'Lakewood, 415 Forest Avenue, Lakewood'],
  [{ ...place, branchName: null, locationName: null, address: null }, 'Lakewood'],
  [
    { ...place, branchName: null, locationName: null, schoolName: 'Bais Tova' },
    'Bais Tova, 415 Forest Avenue, Lakewood',
  ],
])('names what is known of the place: %j', (session, text) => {
  expect(placeText(session)).toBe(text);
});
