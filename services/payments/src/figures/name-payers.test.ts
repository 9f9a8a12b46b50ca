import { expect, jest, test } from '@jest/globals';
import { unavailable } from '@portal/kit/errors';
import { namePayers } from './name-payers.ts';

type Owners = NonNullable<Parameters<typeof namePayers>[2]>;

const neither = { studentId: null, schoolId: null, ttiStudentId: null, payerFirstName: null };
const ofStudent = (studentId: number) => ({ ...neither, studentId });
const ofSchool = (schoolId: number) => ({ ...neither, schoolId });
const dana = { id: 7, firstName: 'Dana', lastName: 'Levi' };

function owners(more: { students?: () => Promise<unknown>; schools?: () => Promise<unknown> }) {
  const listStudents = jest.fn(more.students ?? (async () => ({ students: [dana] })));
  const listSchools = jest.fn(
    more.schools ?? (async () => ({ schools: [{ id: 7, name: 'Bais Rivka' }] })),
  );
  const services = { students: { listStudents }, schools: { listSchools } };
  return { services: services as unknown as Owners, listStudents, listSchools };
}

test('names students and schools with one request to each service', async () => {
  const { services, listStudents, listSchools } = owners({});
  const payers = [ofStudent(7), ofSchool(7), ofStudent(7), ofStudent(8)];
  const nameOf = await namePayers(payers, 'request', services);

  expect(payers.map(nameOf)).toEqual(['Levi, Dana', 'Bais Rivka', 'Levi, Dana', undefined]);
  expect(listStudents.mock.calls).toEqual([[{ ids: [7, 8], limit: 2 }, expect.anything()]]);
  expect(listSchools.mock.calls).toEqual([[{ ids: [7] }, expect.anything()]]);
});

test('requests nothing when there is nothing to name', async () => {
  const { services, listStudents, listSchools } = owners({});
  const nameOf = await namePayers([neither], 'request', services);

  expect(nameOf(neither)).toBeUndefined();
  expect([listStudents, listSchools].map((ask) => ask.mock.calls.length)).toEqual([0, 0]);
});

test('names TTI students by the first name on record, or by their TTI id', async () => {
  const { services } = owners({});
  const named = { ...neither, ttiStudentId: '700003', payerFirstName: 'Miri' };
  const nameOf = await namePayers([named], 'request', services);

  expect(nameOf(named)).toBe('Miri, TTI 700003');
  expect(nameOf({ ...named, payerFirstName: null })).toBe('TTI 700003');
});

test('still names schools while identity is unavailable; other errors are thrown', async () => {
  const away = owners({ students: async () => Promise.reject(unavailable()) });
  const nameOf = await namePayers([ofStudent(7), ofSchool(7)], 'request', away.services);
  expect([ofStudent(7), ofSchool(7)].map(nameOf)).toEqual([undefined, 'Bais Rivka']);

  const wrong = owners({ schools: async () => Promise.reject(new TypeError('a bug')) });
  await expect(namePayers([ofSchool(7)], 'request', wrong.services)).rejects.toThrow('a bug');
});
