import { dayInNewYork, dayPlus, inNewYork } from '@portal/kit/clock';
import type { StudentForm } from '../records/students/student.ts';

export const studentPassword = 'Study4JSE!';

/** A student of the demo data. */
export interface DemoStudent {
  id: number;
  form: StudentForm;
  hasAccount: boolean;
  /** On record since so many days. */
  sinceDays: number;
}

const nothing = {
  maidenName: null,
  email: null,
  cellphone: null,
  phone: null,
  address: null,
  city: null,
  state: null,
  zip: null,
  country: 'United States' as string | null,
  collegeId: null,
  schoolId: null,
  cohort: null,
  membershipTypeId: 2,
  accommodations: null,
  accommodationsApprovedBy: null,
  isForSchool: false,
  ttiStudentId: null,
  isTtiMember: false,
} satisfies Partial<StudentForm>;

/** The school year, YYYY-YYYY, that began in July of this year or last; `back` years earlier. */
function cohortOf(now: Date, back = 0): string {
  const { year, month } = inNewYork(now);
  const first = (month >= 7 ? year : year - 1) - back;
  return `${first}-${first + 1}`;
}

/** The students that the demo data tells of one by one. */
export function namedStudents(now: Date): DemoStudent[] {
  const brooklyn = { city: 'Brooklyn', state: 'NY', zip: '11230' };
  return [
    {
      id: 1001,
      hasAccount: true,
      sinceDays: 600,
      form: {
        ...nothing,
        ...brooklyn,
        firstName: 'Dana',
        lastName: 'Rosenthal',
        dob: '2002-03-11',
        last4Ssn: '1001',
        gender: '2',
        email: 'dana@student.test',
        cellphone: '718-555-0101',
        address: '1420 East 17th Street',
        collegeId: 234,
        membershipTypeId: 1,
      },
    },
    {
      id: 1002,
      hasAccount: true,
      sinceDays: 40,
      form: {
        ...nothing,
        firstName: 'Noam',
        lastName: 'Feldman',
        dob: '2000-08-24',
        last4Ssn: '1002',
        gender: '1',
        email: 'noam@student.test',
        cellphone: '732-555-0102',
        address: '88 Forest Avenue, Apt 3',
        city: 'Lakewood',
        state: 'NJ',
        zip: '08701',
        collegeId: 234,
      },
    },
    {
      id: 1003,
      hasAccount: true,
      sinceDays: 300,
      form: {
        ...nothing,
        firstName: 'Miri',
        lastName: 'Katzenstein',
        dob: '2001-12-02',
        last4Ssn: '1003',
        gender: '2',
        email: 'miri@student.test',
        cellphone: '845-555-0103',
        address: '17 Maple Lane',
        city: 'Monsey',
        state: 'NY',
        zip: '10952',
        collegeId: 269,
        // studies there and has not paid: becomes a member once all is paid
        ttiStudentId: '700003',
        isTtiMember: false,
      },
    },
    {
      id: 1004,
      hasAccount: true,
      sinceDays: 80,
      form: {
        ...nothing,
        ...brooklyn,
        firstName: 'Rivka',
        lastName: 'Lowenthal',
        dob: '2005-06-19',
        last4Ssn: '1004',
        gender: '2',
        email: 'rivka@student.test',
        cellphone: '718-555-0104',
        address: '2203 Avenue M',
        collegeId: 234,
        schoolId: 151,
        cohort: cohortOf(now),
        isForSchool: true,
      },
    },
    {
      id: 1005,
      hasAccount: false,
      sinceDays: 30,
      form: {
        ...nothing,
        ...brooklyn,
        firstName: 'Tehila',
        lastName: 'Braun',
        dob: '2004-04-15',
        last4Ssn: '4321',
        gender: '2',
        collegeId: 234,
      },
    },
    {
      id: 1006,
      hasAccount: false,
      sinceDays: 25,
      form: {
        ...nothing,
        firstName: 'Shira',
        lastName: 'Mandel',
        dob: '2000-02-29',
        last4Ssn: '7777',
        gender: '2',
        collegeId: 118,
      },
    },
    {
      id: 1007,
      hasAccount: false,
      sinceDays: 24,
      form: {
        ...nothing,
        firstName: 'Shifra',
        lastName: 'Mandel',
        dob: '2000-02-29',
        last4Ssn: '7777',
        gender: '2',
        email: 'twin@student.test',
        collegeId: 118,
      },
    },
    {
      id: 1008,
      hasAccount: true,
      sinceDays: 200,
      form: {
        ...nothing,
        firstName: 'Bracha',
        lastName: 'Ehrlich',
        dob: '1999-10-05',
        last4Ssn: '1008',
        gender: '2',
        email: 'barred@student.test',
        cellphone: '917-555-0108',
        address: '501 West 112th Street',
        city: 'New York',
        state: 'NY',
        zip: '10025',
        collegeId: 156,
      },
    },
  ];
}

/**
 * Students on record who also sat seminary exams, each the only one with their birth date and
 * digits there: one by the same name, one whose name is written otherwise, one of a year whose
 * exams cannot be redeemed yet.
 */
export function seminaryStudents(): DemoStudent[] {
  const people = [
    { id: 1009, firstName: 'Leah', lastName: 'Klein', dob: '2005-02-15', last4Ssn: '4001' },
    { id: 1010, firstName: 'Tovah', lastName: 'Kline', dob: '2005-08-15', last4Ssn: '4007' },
    { id: 1011, firstName: 'Chana', lastName: 'Roth', dob: '2005-02-15', last4Ssn: '4010' },
  ];
  return people.map(({ id, ...person }, index) => ({
    id,
    hasAccount: false,
    sinceDays: 120 + index,
    form: {
      ...nothing,
      ...person,
      gender: '2',
      email: `${person.firstName}.${person.lastName}.${id}@student.test`.toLowerCase(),
      cellphone: `347-555-${id}`,
      address: `${20 + index} Garden Street`,
      city: 'Brooklyn',
      state: 'NY',
      zip: '11219',
      collegeId: 234,
      membershipTypeId: 1,
    },
  }));
}

const firstNames =
  `Chana Sara Leah Rochel Esther Miriam Devorah Chaya Tova Malka Shira Ayala Yael Bracha Faigy
  Gitty Hadassa Nechama Penina Raizy
  Shoshana Temima Tzipora Yehudis Zahava Adina Batsheva Elisheva Fruma Rena`.split(/\s+/);
const lastNames =
  `Adler Berger Cohen Deutsch Eisen Feldman Goldberg Halpern Jacobs Katz Lerner Mandel Neuman
  Pollack Rosen Schwartz Teitel Weiss
  Zucker Friedman Gross Hirsch Klein`.split(/\s+/);
const streets = [
  'Oak Street',
  'Cedar Avenue',
  'Avenue J',
  'Ridge Road',
  'Park Place',
  'Elm Court',
  'Hillside Drive',
];
const places = [
  { city: 'Brooklyn', state: 'NY', zip: '11230', area: '718' },
  { city: 'Lakewood', state: 'NJ', zip: '08701', area: '732' },
  { city: 'Monsey', state: 'NY', zip: '10952', area: '845' },
  { city: 'Far Rockaway', state: 'NY', zip: '11691', area: '718' },
  { city: 'Baltimore', state: 'MD', zip: '21215', area: '410' },
];

interface SchoolClass {
  schoolId: number;
  firstId: number;
  count: number;
  membershipTypeId: number;
  cohort: (index: number) => string;
  hasEmail: (index: number) => boolean;
  hasAccount: (index: number) => boolean;
}

/**
 * The students of the schools: 151 in two cohorts, 209 of whom some have no e-mail address, the
 * school whose students are members, and one that owes money.
 */
export function schoolStudents(now: Date): DemoStudent[] {
  return [
    ...students(now, {
      schoolId: 151,
      firstId: 2001,
      count: 39, // and rivka
      membershipTypeId: 2,
      cohort: (index) => cohortOf(now, index < 23 ? 0 : 1),
      hasEmail: () => true,
      hasAccount: (index) => index < 20,
    }),
    ...students(now, {
      schoolId: 209,
      firstId: 2101,
      count: 25,
      membershipTypeId: 2,
      cohort: () => cohortOf(now),
      hasEmail: (index) => index % 5 !== 4,
      hasAccount: (index) => index < 10 && index % 5 !== 4,
    }),
    ...students(now, {
      schoolId: 300,
      firstId: 2201,
      count: 5,
      membershipTypeId: 1,
      cohort: () => cohortOf(now),
      hasEmail: () => true,
      hasAccount: () => true,
    }),
    ...students(now, {
      schoolId: 412,
      firstId: 2301,
      count: 6,
      membershipTypeId: 2,
      cohort: () => cohortOf(now),
      hasEmail: () => true,
      hasAccount: () => false,
    }),
  ];
}

function students(
  now: Date,
  { schoolId, firstId, count, membershipTypeId, cohort, hasEmail, hasAccount }: SchoolClass,
): DemoStudent[] {
  const today = dayInNewYork(now);
  const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
  return Array.from({ length: count }, (_, index) => {
    const id = firstId + index;
    const firstName = pick(firstNames, id);
    const lastName = pick(lastNames, id);
    const { area, ...place } = pick(places, id);
    return {
      id,
      hasAccount: hasAccount(index),
      sinceDays: cohort(index) === cohortOf(now) ? 60 : 420,
      form: {
        ...nothing,
        ...place,
        firstName,
        lastName,
        dob: dayPlus(today, { years: -18, days: -((id * 37) % 900) }),
        last4Ssn: String(id),
        gender: '2',
        email: hasEmail(index) ? `${firstName}.${lastName}@student.test`.toLowerCase() : null,
        cellphone: `${area}-555-${String(id).padStart(4, '0')}`,
        address: `${100 + ((id * 13) % 900)} ${pick(streets, id)}`,
        collegeId: 234,
        schoolId,
        cohort: cohort(index),
        membershipTypeId,
        isForSchool: true,
      },
    };
  });
}
