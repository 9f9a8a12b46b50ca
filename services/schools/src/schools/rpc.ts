import { rpcs } from '@portal/kit/rpc';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { cohortChoices } from './cohorts.ts';
import { findSchools, type School } from './store.ts';

export const schoolRpcs = rpcs(SchoolsServiceDefinition, {
  listSchools: {
    // a student's own school stands on the account page, so students may read names and settings; balances are elsewhere
    access: ['student', 'staff', 'service'],
    handle: async ({ ids }, { db, now }) => ({ schools: (await findSchools(db, ids)).map((school) => toWire(school, now)) }),
  },
});

function toWire({ address, city, latestCohort, memberPriceCents, nonmemberPriceCents, ...school }: School, now: Date) {
  return {
    ...school,
    address: address ?? undefined,
    city: city ?? undefined,
    latestCohort: latestCohort ?? undefined,
    memberPriceCents: memberPriceCents ?? undefined,
    nonmemberPriceCents: nonmemberPriceCents ?? undefined,
    cohortChoices: cohortChoices({ latestCohort, multipleActiveCohorts: school.multipleActiveCohorts }, now),
  };
}
