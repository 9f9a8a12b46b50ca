/** Calls with a permission that is no RPC's, and why. */
export const OF_THEIR_OWN: Readonly<Record<string, string>> = {
  getOotSessionInfo: 'one kind of session, which fewer may see than sessions as such',
  getAllActiveLocations: 'kept in memory; only a student’s programmes are read',
  getPackagesTypesToDisplay: 'kept in memory; only a student’s programmes are read',
  getStudent: 'the record whole, which fewer may see than its parts',
  getChart: 'the key of a figure says whose RPC is called, each with a permission of its own',
  getCreditsInfo: 'the record shows credits to more than may ask for them alone',
  getStudentInfo: 'the record shows credits to more than may ask for them alone',
  getAllRoles: 'made of the table of roles; only the names of schools are read',
};
/** Calls that ask no service for anything. */
export const WITHOUT_RPC: readonly string[] = [
  'adminLogout',
  'endSignIns',
  'getAdminOnlyPackages',
  'getAllActiveExams',
  'getAllExamsWithStudyMaterial',
  'getAllSeminaryTestingExams',
  'getColleges',
  'getRetakeFee',
  'getSignIns',
  'getSpecialPackageTypes',
  'logout',
  'waitInLine',
];
