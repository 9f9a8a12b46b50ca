import * as overview from '@portal/contract/overview/overview';
import { dayInNewYork, timeInNewYork } from '@portal/kit/clock';
import { steadyNow } from '@portal/kit/steady-clock';
import { finalResultOf } from '../exams/final-result.ts';
import { route } from '../http/route.ts';
import { officeSessionView } from '../sessions/office/office-views.ts';
import { drawChart } from './chart.ts';
import { askAll, hrefOfRow, mergeQueues, queueTexts } from './queues.ts';

const PAGE = 50;
const MAX_ROWS = 1000;
const dollars = (cents: number): number => cents / 100;

export const overviewRoutes = [
  route(overview.getOverview, async ({ by }, context) => {
    const now = steadyNow();
    const today = dayInNewYork(now);
    const [{ sessions }, { answers, missing }] = await Promise.all([
      context.registration.calendar.listOfficeSessions({ from: today, to: today }, by),
      askAll((service) => context[service].queues.countWaiting({}, by)),
    ]);
    return {
      sessionsToday: sessions
        .map(officeSessionView)
        .filter(({ state }) => state !== 'draft' && state !== 'called_off'),
      queues: mergeQueues(answers.flatMap(({ queues }) => queues)),
      missing,
      asOf: now.toISOString(),
    };
  }),

  route(overview.getWaiting, async ({ input: { queue }, by }, context) => {
    const { answers, missing } = await askAll((service) =>
      context[service].queues.listQueue({ key: queue, limit: MAX_ROWS }, by),
    );
    const rows = answers
      .flatMap((each) => each.rows)
      .sort((one, other) => (one.since?.getTime() ?? 0) - (other.since?.getTime() ?? 0))
      .slice(0, MAX_ROWS);
    return {
      text: queueTexts[queue],
      rows: rows.map((row) => ({
        since: row.since?.toISOString() ?? null,
        what: row.what,
        why: row.why,
        href: hrefOfRow(queue, row),
      })),
      missing,
    };
  }),

  route(overview.getChart, ({ input, by }, context) => drawChart(input, by, context)),

  route(
    overview.getCountedRegistrations,
    async ({ input: { page = 1, pageSize = PAGE, ...request }, by }, { registration }) => {
      const { rows, total } = await registration.figures.listCountedRegistrations(
        { ...request, page, pageSize },
        by,
      );
      return {
        rows: rows.map((row) => ({
          registrationId: row.registrationId,
          student_id: row.studentId,
          studentName: `${row.lastName}, ${row.firstName}`,
          subject: row.subject,
          vendorName: row.vendorName,
          locationName: row.locationName ?? null,
          at: (row.at ?? new Date(0)).toISOString(),
          sessionDate: row.sessionStartsAt ? dayInNewYork(row.sessionStartsAt) : null,
          testSessionTime: row.sessionStartsAt ? timeInNewYork(row.sessionStartsAt) : null,
          result: finalResultOf(row.result),
        })),
        total,
      };
    },
  ),

  route(
    overview.getMoneyEntries,
    async ({ input: { page = 1, pageSize = PAGE, kind = '', ...days }, by }, { payments }) => {
      const { entries, total, sumCents } = await payments.figures.listMoneyEntries(
        { ...days, kind, page, pageSize },
        by,
      );
      return {
        rows: entries.map((entry) => ({
          entryId: entry.id,
          at: (entry.at ?? new Date(0)).toISOString(),
          kind: entry.kind as 'capture' | 'refund' | 'void',
          purpose: entry.purpose,
          invoiceNumber: entry.invoiceNumber,
          student_id: entry.studentId ?? null,
          schoolId: entry.schoolId ?? null,
          payer: entry.payer ?? null,
          amount: dollars(entry.amountCents),
        })),
        total,
        sum: dollars(sumCents),
      };
    },
  ),
];
