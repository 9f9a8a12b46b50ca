import { asAdmin } from '../as.ts';
import { rpc } from '../clients.ts';
import { newYorkDay } from '../new-york.ts';

const SCHOOL = 151;
/** Students of last year's cohort, and exams that no other student of the demo data has. */
const orders = [
  { studentIds: [2036, 2037, 2038], examIds: [112, 118] },
  { studentIds: [2039], examIds: [118] },
];

/**
 * Bulk registrations of school 151 for its last session, and the check that paid for them, so that
 * its balance is what it was.
 */
export async function seedSchoolRuns(now: Date): Promise<void> {
  const { sessions } = await rpc.sessions.listSchoolSessions(
    { schoolId: SCHOOL },
    asAdmin('school sessions'),
  );
  const latest = sessions
    .flatMap(({ session }) => (session ? [session] : []))
    .toSorted((a, b) => Number(a.startsAt) - Number(b.startsAt))
    .at(-1);
  if (!latest) throw new Error(`school ${SCHOOL} has no session`);
  for (const [place, { studentIds, examIds }] of orders.entries()) {
    const order = {
      schoolId: SCHOOL,
      sessionId: latest.id,
      sendStudyMaterials: true,
      students: studentIds.map((studentId) => ({ studentId, examIds })),
    };
    const { students, totalAmountCents } = await rpc.bulk.quoteBulk({ order }, asAdmin('quote'));
    const priced = order.students.map((one) => {
      const amountCents = students.find(
        ({ studentId }) => studentId === one.studentId,
      )?.amountCents;
      return { ...one, ...(amountCents === undefined ? {} : { amountCents }) };
    });
    await rpc.bulk.orderBulk(
      { order: { ...order, students: priced } },
      asAdmin(`run ${place} of school ${SCHOOL}`),
    );
    const payment = {
      schoolId: SCHOOL,
      amountCents: totalAmountCents,
      date: newYorkDay(now),
      comment: `Check ${1061 + place}`,
    };
    await rpc.schoolOffice.recordSchoolPayment(payment, asAdmin(`payment of run ${place}`));
  }
}
