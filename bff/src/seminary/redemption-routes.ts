import * as contract from '@portal/contract/seminary/redemption';
import { route } from '../http/route.ts';
import { creditsView } from '../payments/credit-views.ts';
import { courseView, seminaryStudentView } from './views.ts';

export const redemptionRoutes = [
  route(contract.findSeminaryStudentMatchingJSEStudent, async ({ by }, { seminary, catalogue }) => {
    const [exams, found] = await Promise.all([
      catalogue.exams.get(),
      seminary.redemption.findMatch({}, by),
    ]);
    return {
      msg: found.message ?? null,
      seminaryStudent: found.seminaryStudent
        ? seminaryStudentView(exams, found.seminaryStudent)
        : null,
      exactMatch: found.exactMatch,
    };
  }),

  route(contract.getRedeemableCourses, async ({ input, by }, { seminary, catalogue }) => {
    const [exams, found] = await Promise.all([
      catalogue.exams.get(),
      seminary.redemption.getRedeemableCourses(input, by),
    ]);
    return {
      courses: found.courses.map((course) => courseView(exams, course)),
      sumNeededCredits: found.neededCredits,
      hasPendingGrade: found.hasPendingGrade,
      hasRegistrationNotComplete: found.hasUntakenRegistration,
      redeemFrom: found.redeemFrom,
      canRedeem: found.block === undefined,
      redeemBlock: found.block ?? null,
    };
  }),

  route(contract.talReleaseExams, async ({ input, by }, { seminary, payments, catalogue }) => {
    const decided = await seminary.redemption.releaseExams(input, by);
    const [exams, { credits }] = await Promise.all([
      catalogue.exams.get(),
      payments.credits.getCredits({}, { ...by, key: null }),
    ]);
    if (!decided.seminaryStudent) throw new Error('exams were decided about and nobody told whose');
    return {
      msg: decided.message,
      exams: decided.courses.map((course) => courseView(exams, course)),
      seminaryStudent: seminaryStudentView(exams, decided.seminaryStudent),
      credits: creditsView(credits, await catalogue.packages.get()),
    };
  }),
];
