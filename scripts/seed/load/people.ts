import type { Calendar } from './calendar.ts';
import { chanceOf } from './chance.ts';
import type { SchoolFacts } from './facts.ts';

/** Ids of load students begin after this one. */
const BEFORE_FIRST = 100_000;

const women =
  `Chana Sara Leah Rochel Esther Miriam Devorah Chaya Tova Malka Shira Ayala Yael Bracha Faigy
  Gitty Hadassa Nechama Penina Raizy`.split(/\s+/);
const men = 'Aharon Baruch Chaim Dovid Eliezer Gavriel Moshe Nosson Pinchas Shmuel'.split(' ');
const lastNames =
  `Adler Berger Cohen Deutsch Eisen Feldman Goldberg Halpern Jacobs Katz Lerner Mandel Neuman
  Pollack Rosen Schwartz Teitel Weiss Zucker Friedman Gross Hirsch Klein Abrams Blau Engel Fried
  Glick Horowitz Kaplan Lieber Meyer Perl Reich Stein Tauber Unger Wolf Ziskind Bloch`.split(/\s+/);
const colleges = [101, 118, 142, 156, 171, 183, 201, 234, 234, 234, 245, 269, 290];

/** A person of the load data, with the columns that identity stores. */
export interface LoadStudent {
  readonly row: {
    readonly id: number;
    readonly first_name: string;
    readonly last_name: string;
    readonly dob: string;
    readonly last4_ssn: string;
    readonly gender: string;
    readonly email: string | null;
    readonly membership_type_id: number;
    readonly college_id: number;
    readonly school_id: number | null;
    readonly cohort: string | null;
    readonly created_on: string;
    readonly has_account: boolean;
  };
  readonly isMember: boolean;
  readonly isBuyer: boolean;
  /** The school pays from its balance. */
  readonly isPrepaid: boolean;
}

/**
 * Login of the load student with this number, from 1 on; every tenth has none. The password is that
 * of the demo students.
 */
export const loginOf = (number: number): string =>
  `load${String(number).padStart(6, '0')}@student.test`;

/**
 * Every hundredth student, from the first on, has an account, no school and credits to spend whose
 * fees are paid: those who register in load tests.
 */
const isBuyer = (number: number): boolean => number % 100 === 1;

/**
 * The load student with this number: three in ten belong to a school, one in ten has no account and
 * every other of those no address either. No two have the same birth date and SSN digits.
 */
export function studentOf(
  number: number,
  schools: readonly SchoolFacts[],
  calendar: Calendar,
): LoadStudent {
  const chance = chanceOf(number);
  const gender = chance.is(0.8) ? '2' : '1';
  const school =
    schools.length > 0 && chance.is(0.3) && !isBuyer(number) ? chance.pick(schools) : undefined;
  const isMember = school?.studentsAreMembers ?? chance.is(0.35);
  const hasAccount = number % 10 !== 0;
  const firstName = chance.pick(gender === '2' ? women : men);
  const lastName = chance.pick(lastNames);
  return {
    row: {
      id: BEFORE_FIRST + number,
      first_name: firstName,
      last_name: lastName,
      // both counts have no common divisor, so a pair comes again only after 7,307 times 9,001
      // people
      dob: calendar.day(-6_570 - (number % 7_307)),
      last4_ssn: String(number % 9_001).padStart(4, '0'),
      gender,
      email: hasAccount || number % 20 === 0 ? loginOf(number) : null,
      membership_type_id: isMember ? 1 : 2,
      college_id: chance.pick(colleges),
      school_id: school?.id ?? null,
      cohort: school ? cohortOf(calendar, chance.is(0.6) ? 0 : 1) : null,
      created_on: calendar.moment(-chance.between(300, 3_650)),
      has_account: hasAccount,
    },
    isMember,
    isBuyer: isBuyer(number),
    isPrepaid: school?.chargeSchool ?? false,
  };
}

/** The school year that began in July of this year or last, or `back` years earlier. */
function cohortOf(calendar: Calendar, back: number): string {
  const { year, month } = Temporal.PlainDate.from(calendar.day(0));
  const first = (month >= 7 ? year : year - 1) - back;
  return `${first}-${first + 1}`;
}
