// Students whom the office puts on record during a run.

const PASSWORD = 'Study4JSE!';
const letters = (count) =>
  Array.from({ length: count }, () =>
    String.fromCharCode(97 + Math.floor(Math.random() * 26)),
  ).join('');
const between = (from, to) => from + Math.floor(Math.random() * (to - from + 1));
const twoDigits = (number) => String(number).padStart(2, '0');

/**
 * Returns a new, unique student as the office's form sends one: by default a woman who is no
 * member.
 * @param {object} [about]
 */
export const newStudent = (about = {}) => ({
  firstName: 'Lena',
  lastName: `L${letters(11)}`,
  dob: `${between(1960, 2004)}-${twoDigits(between(1, 12))}-${twoDigits(between(1, 28))}`,
  last4ssn: String(between(0, 9999)).padStart(4, '0'),
  gender: '2',
  email: `load.${letters(16)}@student.test`,
  cellphone: '718-555-0100',
  address: '1 Main Street',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11230',
  country: 'United States',
  collegeId: 234,
  membershipTypeId: 2,
  ...about,
});

export const newPassword = PASSWORD;
