/** Colleges of the demo data, beside those of migrations: 234 (Undecided) and 269 (Woodmont). */
export const colleges = [
  { id: 101, name: 'Excelsior University' },
  { id: 118, name: 'Touro University' },
  { id: 142, name: 'Yeshiva University' },
  { id: 156, name: 'Brooklyn College' },
  { id: 171, name: 'Rutgers University' },
  { id: 183, name: 'Fairleigh Dickinson University' },
  { id: 201, name: 'Adelphi University' },
  { id: 245, name: 'Charter Oak State College' },
  { id: 290, name: 'Thomas Edison State University' },
];
/** Closed to new students. */
export const closedColleges = [{ id: 88, name: 'Bellevue Institute' }];

/** Beside 1 (Member) and 2 (Non-member) of the migrations. */
export const membershipTypes = [
  { id: 3, name: 'Seminary study' },
  { id: 4, name: 'Guest' },
];

export const staffPassword = 'Staff4JSE!';
/** One account of each role, named after it. */
export const staff = [
  {
    id: 1,
    loginName: 'admin',
    realName: 'Ada Brooks',
    role: 'ROLE_ADMIN',
    loginType: 'staff',
    schoolId: null,
  },
  {
    id: 2,
    loginName: 'superadmin',
    realName: 'Simon Adler',
    role: 'ROLE_SUPER_ADMIN',
    loginType: 'staff',
    schoolId: null,
  },
  {
    id: 3,
    loginName: 'techsupport',
    realName: 'Tamar Weiss',
    role: 'ROLE_TECH_SUPPORT',
    loginType: 'staff',
    schoolId: null,
  },
  {
    id: 4,
    loginName: 'support',
    realName: 'Sarah Gold',
    role: 'ROLE_SUPPORT',
    loginType: 'staff',
    schoolId: null,
  },
  {
    id: 5,
    loginName: 'advisor',
    realName: 'Avi Stern',
    role: 'ROLE_ADVISOR',
    loginType: 'staff',
    schoolId: null,
  },
  {
    id: 6,
    loginName: 'advisoradmin',
    realName: 'Abby Marks',
    role: 'ROLE_ADVISOR_ADMIN',
    loginType: 'staff',
    schoolId: null,
  },
  {
    id: 7,
    loginName: 'admissions',
    realName: 'Ruth Hoffman',
    role: 'ROLE_ADMISSIONS',
    loginType: 'partner',
    schoolId: null,
  },
  {
    id: 8,
    loginName: 'schooladmin',
    realName: 'Chaya Levin',
    role: 'ROLE_SCHOOL_ADMIN',
    loginType: 'school',
    schoolId: 151,
  },
];

/**
 * Staff with an authenticator app, to try the second step with; its secret is printed in the user
 * manual, and of use in a portal with demo data alone.
 */
export const twoFactorStaff = {
  id: 9,
  loginName: 'twofactor',
  realName: 'Talya Fine',
  role: 'ROLE_ADMIN',
  secret: 'JSEDEMOTWOFACTORSECRET234567ABCD',
};
