import { type Account, can } from '@portal/access/can';
import { type OpenedKind, openedKinds } from '@portal/contract/finder/finder-kinds';

/** The services that the finder queries. */
export const finders = ['identity', 'registration', 'schools', 'catalog'] as const;
export type Finder = (typeof finders)[number];

/** The service that finds each kind. */
const ownerOf: Readonly<Record<OpenedKind, Finder>> = {
  student: 'identity',
  registration: 'registration',
  session: 'registration',
  school: 'schools',
  exam: 'catalog',
};

/** Whether an account finds a kind at all: as its service decides, too. */
const finds: Readonly<Record<OpenedKind, (account: Account) => boolean>> = {
  student: (account) => can(account, 'student.find') && opensStudents(account),
  registration: (account) => opensStudents(account),
  session: (account) => can(account, 'office_session.list'),
  school: (account) => can(account, 'school.manage'),
  exam: (account) => can(account, 'office_catalog.list'),
};
const opensStudents = (account: Account): boolean =>
  can(account, 'exam.list') || can(account, 'student_info.read');

/** Returns the kinds that an account may find and that unavailable services would have found. */
export const missingOf = (account: Account, away: readonly Finder[]): OpenedKind[] =>
  openedKinds.filter((kind) => away.includes(ownerOf[kind]) && finds[kind](account));
