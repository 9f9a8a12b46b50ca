import { blankStudent } from '@portal/contract/students/my-data';
import { route } from '../http/route.ts';

/** The removed data. R-591 */
const blanked = [
  'Names, last four SSN digits and date of birth',
  'Email, phones and address',
  'Ids at vendors and partners',
  'The account, its links and calendar feeds',
  'Saved cards, at the processor too',
  'Accommodations and their documents',
  'Notes and reasons of bars',
  'Uploads, scans and prepared data',
  'Mails',
  'These facts in copies and in the history',
];
/** The kept data. R-592 */
const kept = [
  'Registrations, sessions and results',
  'Payments, refunds and credits, and what they sum up to',
  'Orders of schools',
  'Who acted, and when',
];

/** C-O60 */
export const blankRoute = route(blankStudent, async ({ input, student: id, by }, context) => {
  const { reason = '', confirmName = '', forfeitCredits = false } = input;
  const { dataRequests } = context.identity;
  const answerOf = ({ blankOn, credits }: { blankOn: Date | undefined; credits: number }) => ({
    blankOn: (blankOn as Date).toISOString(),
    blanked,
    kept,
    creditsForfeited: credits,
  });
  if (input.dryRun === true) {
    const { blankOn, creditsForfeited } = await dataRequests.previewBlanking(
      { forfeitCredits },
      by,
    );
    return answerOf({ blankOn, credits: creditsForfeited });
  }
  const refreshProjections = async () => {
    // an event tells them too; here it is waited for, so that nothing begins after this answer
    await Promise.all([
      context.payments.projections.refreshStudent({}, by),
      context.registration.projections.refreshStudent({}, by),
    ]);
  };
  if (input.withdraw === true) {
    const { blankOn } = await dataRequests.withdrawBlanking({ reason, confirmName }, by);
    await refreshProjections();
    return answerOf({ blankOn, credits: 0 });
  }
  const { blankOn, creditsForfeited } = await dataRequests.blankStudent(
    { reason, forfeitCredits, confirmName },
    by,
  );
  await Promise.all([refreshProjections(), context.sessions.endAll({ kind: 'student', id })]);
  return answerOf({ blankOn, credits: creditsForfeited });
});
