import type { CallAnswer, CallInput } from '@portal/contract/call';
import { endpoints } from '@portal/contract/gen/endpoints';
import type {
  getOfficeSessions,
  OfficeSession,
  OfficeState,
} from '@portal/contract/sessions/office-sessions';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { seatsTaken } from '../shared/format/seats.ts';
import { useNews } from '../shared/live/use-news.ts';

export type { DayMark, OfficeSession } from '@portal/contract/sessions/office-sessions';

export const sessionsCall = api.getOfficeSessions;
export const sessionCall = api.getOfficeSession;
export const addCall = api.addOfficeSession;
export const seriesCall = api.addOfficeSeries;
export const copyCall = api.copyTerm;
export const changeCall = api.changeOfficeSession;
export const stateCall = api.setSessionState;
export const moveCall = api.moveOfficeSession;
export const callOffCall = api.callOffOfficeSession;
export const runCall = api.getOfficeRun;
export const dayCall = api.getSessionDay;
export const walkInCall = api.addWalkIn;
export const attendanceCall = api.setAttendance;

export type Calendar = CallAnswer<typeof getOfficeSessions>;
export type CalendarInput = CallInput<typeof getOfficeSessions>;

const MINUTE = 60_000;
/** The calendar's stream has no bookings, nor changes of days that were far off then. */
const AGAIN_MS = 30_000;

export const useCalendar = (request: CalendarInput) =>
  useAnswer(sessionsCall, request, { keepOld: true, every: AGAIN_MS });
/** Keeps the calendar up to date: reloads at once what other staff have planned. O-02 */
export const useCalendarNews = (): void =>
  useNews({
    stream: endpoints.sessionEvents,
    topics: ['calendar'],
    refreshes: [sessionsCall, sessionCall],
  });
export const useSession = (testSessionId: number) => useAnswer(sessionCall, { testSessionId });
export const useDay = (testSessionId: number) =>
  useAnswer(dayCall, { testSessionId }, { every: AGAIN_MS });
export const useLocations = () => useAnswer(api.getAllActiveLocations, {}, { fresh: 5 * MINUTE });
/** Rooms of a branch that sessions can use; undefined: they are not there yet. */
export function useBranchRooms(locationId: number | null) {
  const { data } = useAnswer(
    api.getCatalogue,
    { part: 'locations' },
    { fresh: MINUTE, enabled: locationId !== null },
  );
  if (data?.part !== 'locations') return undefined;
  return data.items.find(({ id }) => id === locationId)?.rooms.filter(({ active }) => active);
}
export const useSchools = (enabled: boolean) =>
  useAnswer(api.getActiveSchools, {}, { fresh: 5 * MINUTE, enabled });

type Seats = Pick<OfficeSession, 'seats' | 'taken' | 'held' | 'remainingSeats' | 'specialPlaces'>;

/** '7/12', or '7' where seats have no limit. */
export const takenText = (session: Seats): string =>
  session.seats === null ? String(session.taken) : `${seatsTaken(session)}/${session.seats}`;

/** The least number of seats of a session: the taken and held ones, and at least one. R-504 */
export const leastSeats = ({ seats, taken, remainingSeats }: Seats): number =>
  Math.max(1, seats === null || remainingSeats === null ? taken : seats - remainingSeats);

/** Returns the hint below a field of seats: a shipped session needs no limit. */
export const leastText = (session: Seats & Pick<OfficeSession, 'sessionType'>): string =>
  `At least ${leastSeats(session)}${session.sessionType === '23' ? '. Empty: no limit' : ''}`;

/** '1 student', '3 students' */
export const studentsText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'student' : 'students'}`;
export const examsText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'exam' : 'exams'}`;

export const stateTexts: Readonly<Record<OfficeState, string>> = {
  draft: 'Draft',
  open: 'Open',
  closed: 'Closed',
  called_off: 'Called off',
  past: 'Past',
};
export const typeTexts: Readonly<Record<OfficeSession['sessionType'], string>> = {
  '21': 'Branch',
  '22': 'School',
  '23': 'Shipped',
};
export const genderTexts: Readonly<Record<OfficeSession['gender'], string>> = {
  '2': 'Women',
  '1': 'Men',
  '3': 'Both',
};
