import { scopeOf } from '@portal/access/can';
import * as enrol from '@portal/contract/students/enrol';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { AppContext } from '../app-context.ts';
import { unprovenTries } from '../auth/account-limits.ts';
import { route } from '../http/route.ts';
import { setBotProofCookie } from '../http/session/cookies.ts';
import type { Session } from '../http/session/sessions.ts';
import { addingTries, handleAddStudent } from './add-student.ts';
import { handleEditStudent } from './edit-student.ts';
import { briefView } from './views.ts';

/** Schools to add students to: all active ones, for a school admin the own one. */
async function schoolsFor(session: Session, by: CallOptions, { identity, schools }: AppContext) {
  const { schoolId } = session;
  const seesAll = scopeOf(session, 'cohort.list') === 'any';
  if (!seesAll && schoolId === null) return [];
  const { schools: seen } = await schools.schools.listSchools(
    { ids: seesAll ? [] : [schoolId as number] },
    by,
  );
  const { schools: held } = await identity.students.listCohorts(
    { schoolIds: seen.map(({ id }) => id) },
    by,
  );
  const cohorts = new Map(held.map((one) => [one.schoolId, one.cohorts]));
  return seen.map((school) => ({
    id: school.id,
    name: school.name,
    gender: school.gender,
    latest_cohort: school.latestCohort ?? null,
    distinct_cohorts: (cohorts.get(school.id) ?? []).join(','),
    school_cohorts: school.cohortChoices.join(','),
    multiple_active_cohorts: school.multipleActiveCohorts,
    students_are_members: school.studentsAreMembers,
  }));
}

export const enrolRoutes = [
  route<typeof enrol.addStudent>(enrol.addStudent, handleAddStudent, addingTries),
  route<typeof enrol.studentAdd>(enrol.studentAdd, handleAddStudent, addingTries),

  route(enrol.editStudent, handleEditStudent),

  route(
    enrol.verifyRecaptcha,
    async ({ input, by, response }, { identity, cookies }) => {
      const { botProof } = await identity.accounts.verifyBotCheck(input, by);
      if (botProof !== undefined) setBotProofCookie(response, cookies, botProof);
      return { success: botProof !== undefined };
    },
    ({ address }) => unprovenTries('bot checks', address),
  ),

  route(enrol.emailAddStudentLinkToNonMember, async ({ input, by }, { identity, catalogue }) => {
    const { firstName, email, collegeId } = input;
    const inviteRequest = {
      firstName,
      email,
      collegeId,
      seminaryStudentId: input.seminaryStudentId ?? undefined,
    };
    const { existing } = await identity.invites.sendInvite(inviteRequest, by);
    if (existing.length === 0)
      return {
        responseCode: 1 as const,
        message: `The invitation was sent to ${email}.`,
        students: [],
      };
    const students = await Promise.all(
      existing.map(async (one) => briefView(one, await catalogue.schoolNames.of(one.schoolId, by))),
    );
    return {
      responseCode: 2 as const,
      message: 'There are students with this email address. Nothing was sent.',
      students,
    };
  }),

  route(enrol.getInfoForAddStudent, async ({ session, by }, context) => {
    const [schools, { membershipTypes }] = await Promise.all([
      schoolsFor(session, by, context),
      context.identity.colleges.listColleges({}, by),
    ]);
    return { schools, membershipTypes };
  }),

  route(enrol.getColleges, async (_asked, { catalogue }) => [...(await catalogue.colleges.get())]),
];
