import { can } from '@portal/access/can';
import { adminGetStudentInfo } from '@portal/contract/students/student-info';
import { route } from '../http/route.ts';
import { transactionLogs } from '../payments/transactions.ts';
import { chargeView } from '../payments/views.ts';
import { transcriptsView } from '../transcripts/views.ts';
import { heldBy, viewOf } from './records-of-students.ts';

export const studentInfoRoutes = [
  route(adminGetStudentInfo, async ({ student: id, session, by }, context) => {
    const { identity, payments, transcripts } = context;
    const mayListCharges = can(session, 'charge.list');
    const [{ student }, recordsOf, { transactions }, { charges }, standing] = await Promise.all([
      identity.students.getStudent({}, by),
      heldBy([id], by, context),
      payments.transactions.listTransactions({}, by),
      mayListCharges ? payments.charges.listCharges({}, by) : { charges: [] },
      transcripts.transcripts.getTranscripts({}, by),
    ]);
    if (!student) throw new Error('a student was found and not told');
    const view = await viewOf(student, recordsOf, by, context);
    return {
      student: view,
      collegeName: view.collegeName,
      registrations: view.registrations,
      transactionLogs: await transactionLogs(transactions, context),
      charges: charges.map(chargeView),
      ...transcriptsView(standing),
    };
  }),
];
