import type { Exam } from '@portal/contract/exams/exam';
import { sessionCard } from '@portal/contract/sessions/session-card';
import type { Session } from '@portal/contract/sessions/sessions';
import { useMemo, useState } from 'react';
import { useLocations, useStudent } from '../api/student.ts';
import { useStudentInView } from '../api/student-in-view.tsx';
import { isLateBooking } from './late-booking.tsx';
import { nearestFirst } from './nearest-first.ts';
import { useLastLocation, useOpenBranches, useOpenSessions } from './open-sessions.ts';

const DEFAULT_BRANCH = 13;

/**
 * Where the picker opens: the last branch, else 13, else the first one; always one that is on the
 * list. R-156.
 */
function firstBranch(last: number | undefined, bookable: readonly { id: number }[]): number {
  const wished = [last, DEFAULT_BRANCH].find((wish) => bookable.some(({ id }) => id === wish));
  return wished ?? bookable[0]?.id ?? DEFAULT_BRANCH;
}

/** A session, and the branch under which it was found. */
export interface Choice {
  branch: number;
  session: Session;
}

/**
 * The choice of a branch and a session for an exam. `offersNext`: preselects the first bookable
 * session after 24 hours.
 */
export function useSessionChoice(
  exam: Pick<Exam, 'testSessionId' | 'examDuration'>,
  { before = null, offersNext }: { before?: Choice | null; offersNext: boolean },
) {
  const locations = useLocations();
  const last = useLastLocation();
  const [picked, setPicked] = useState(before?.branch ?? null);
  const [chosen, setChosen] = useState(before?.session.testSessionId ?? null);
  const isForStaff = useStudentInView() !== null;
  const city = useStudent(!isForStaff).data?.student.city;
  const bookable = useMemo(
    () =>
      nearestFirst(
        (locations.data ?? []).filter(({ by_appointment }) => !by_appointment),
        { last: last.data?.id, city },
      ),
    [locations.data, last.data, city],
  );
  const byAppointment = (locations.data ?? []).filter(({ by_appointment }) => by_appointment);
  const isLoading = last.isPending || locations.isPending;
  const branch = picked ?? (isLoading ? null : firstBranch(last.data?.id, bookable));
  const sessions = useOpenSessions(branch);
  const open = useOpenBranches(exam.examDuration);
  const now = new Date();
  const next = offersNext
    ? sessions.data?.find((one) => sessionCard(one, exam).open && !isLateBooking(one, now))
        ?.testSessionId
    : undefined;
  const inHand = chosen ?? next ?? null;
  const session = sessions.data?.find(({ testSessionId }) => testSessionId === inHand);
  const isOpen = session !== undefined && sessionCard(session, exam).open;
  return {
    locations,
    bookable,
    byAppointment,
    branch,
    sessions,
    /** Where there is room at all; undefined while it is not known. */
    open: open.data,
    inHand,
    /** The chosen session, if it can be booked. */
    choice: isOpen && branch !== null ? { branch, session } : null,
    pickBranch: (id: number) => {
      setPicked(id);
      setChosen(null);
    },
    choose: setChosen,
  };
}
export type SessionChoice = ReturnType<typeof useSessionChoice>;
