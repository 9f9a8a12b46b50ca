import { getAdmissionSlip } from '@portal/contract/sessions/admission-slip';
import { checkIn } from '@portal/contract/sessions/session-day';
import { dayInNewYork, timeInNewYork } from '@portal/kit/clock';
import { steadyNow } from '@portal/kit/steady-clock';
import type { DayRow } from '@portal/proto/registration/v1/session_day';
import encodeQR from 'qr';
import { Streamed, savedAs } from '../../http/files/streamed.ts';
import { route } from '../../http/route.ts';
import { countsView, dayRowView } from './day-views.ts';
import { slipPdf } from './slip-pdf.ts';

export const slipRoutes = [
  route(checkIn, async ({ input, session, by }, { registration, scans }) => {
    await scans.count(session);
    const { row, counts, alreadyAt, alreadyBy } = await registration.slips.checkIn(
      { sessionId: input.testSessionId, code: input.code },
      by,
    );
    return {
      result: alreadyAt === undefined ? ('arrived' as const) : ('already' as const),
      row: dayRowView(row as DayRow),
      counts: countsView(counts),
      at: alreadyAt?.toISOString() ?? null,
      by: alreadyBy ?? null,
    };
  }),

  route(getAdmissionSlip, async ({ input, by }, { registration }) => {
    const slip = await registration.slips.getAdmissionSlip(
      { registrationId: input.registrationId },
      by,
    );
    const [startsAt, endsAt] = [slip.startsAt as Date, slip.endsAt as Date];
    const view = {
      name: slip.name,
      testSessionId: slip.sessionId,
      placeName: slip.placeName ?? null,
      placeAddress: slip.placeAddress ?? null,
      date: dayInNewYork(startsAt),
      testSessionTime: timeInNewYork(startsAt),
      endsAt: endsAt.toISOString(),
      subjects: slip.subjects,
      code: slip.code,
      calendar: slip.calendar,
      qr: encodeQR(slip.code, 'svg', { ecc: 'medium', border: 4 }),
    };
    if (input.format !== 'pdf') return view;
    const now = steadyNow();
    const file = slipPdf({ ...view, startsAt }, now);
    return new Streamed(getAdmissionSlip.file, file, savedAs(`Admission slip ${view.date}.pdf`));
  }),
];
