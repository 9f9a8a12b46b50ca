import { studentInView } from '@portal/kit/auth/actor';
import { rpcs } from '@portal/kit/grpc/rpc';
import { SessionDayServiceDefinition } from '@portal/proto/registration/v1/session_day';
import type { Attendance } from '../../records/attendance/attendance-rules.ts';
import { countAbsences } from '../../records/attendance/kept-attendance.ts';
import { addWalkIn } from './add-walk-in.ts';
import { getSessionDay } from './session-day.ts';
import { setAttendance } from './set-attendance.ts';

export const sessionDayRpcs = rpcs(SessionDayServiceDefinition, {
  getSessionDay: {
    handle: ({ sessionId }, call) => getSessionDay(call, sessionId),
  },
  getStudentAttendance: {
    handle: async (_request, { db, actor }) => {
      const { absent, lastAbsent } = await countAbsences(db, studentInView(actor));
      return { absent, lastAbsent: lastAbsent ?? undefined };
    },
  },
  addWalkIn: { handle: (request, call) => addWalkIn(call, request) },
  setAttendance: {
    handle: ({ sessionId, students }, call) =>
      setAttendance(call, {
        sessionId,
        students: students.map(({ studentId, attendance, at }) => ({
          studentId,
          attendance: attendance as Attendance,
          at: at ?? null,
        })),
      }),
  },
});
