import * as day from '@portal/contract/sessions/session-day';
import { steadyNow } from '@portal/kit/steady-clock';
import type { DayRow } from '@portal/proto/registration/v1/session_day';
import { Streamed, savedAs } from '../../http/files/streamed.ts';
import { route } from '../../http/route.ts';
import { officeSessionView } from '../office/office-views.ts';
import { dayListOf } from './day-list.ts';
import { dayListPdf } from './day-list-pdf.ts';
import { countsView, dayRowView } from './day-views.ts';

export const sessionDayRoutes = [
  route(day.getSessionDay, async ({ input, by }, { registration }) => {
    const { session, rows, counts } = await registration.sessionDay.getSessionDay(
      { sessionId: input.testSessionId },
      by,
    );
    const view = officeSessionView(session);
    const lines = rows.map(dayRowView);
    if (input.format !== 'pdf') return { session: view, rows: lines, counts: countsView(counts) };
    const now = steadyNow();
    const list = dayListOf(view, lines, now);
    return new Streamed(day.getSessionDay.file, dayListPdf(list, now), savedAs(list.fileName));
  }),

  route(day.setAttendance, async ({ input, by }, { registration }) => {
    const { rows, counts } = await registration.sessionDay.setAttendance(
      {
        sessionId: input.testSessionId,
        students: input.students.map(({ at, ...one }) => ({
          ...one,
          at: at === undefined ? undefined : new Date(at),
        })),
      },
      by,
    );
    return { rows: rows.map(dayRowView), counts: countsView(counts) };
  }),

  route(day.addWalkIn, async ({ input, by }, { registration }) => {
    const { testSessionId: sessionId, registrationId, overrideRoom = false } = input;
    const { row, session } = await registration.sessionDay.addWalkIn(
      { sessionId, registrationId, overrideRoom },
      by,
    );
    return { row: dayRowView(row as DayRow), session: officeSessionView(session) };
  }),
];
