import type {
  Location,
  OpenBranch,
  OpenedSession,
  SchoolSession,
  Session,
} from '@portal/contract/sessions/sessions';
import { dayInNewYork, timeInNewYork } from '@portal/kit/clock';
import type { Location as Place } from '@portal/proto/catalog/v1/locations';
import type {
  OpenBranch as Branch,
  SchoolSession as SchoolSitting,
  Session as Sitting,
} from '@portal/proto/registration/v1/sessions';

export const locationView = (place: Place): Location => ({
  id: place.id,
  name: place.name,
  address: place.address ?? null,
  city: place.city ?? null,
  phone: place.phone ?? null,
  admin_only: place.adminOnly,
  by_appointment: place.byAppointment,
  seminary_study_program_ids: place.seminaryStudyProgramIds,
});

/**
 * The person to turn to: of the session itself, or of a location that is open by appointment only.
 */
function contact(sitting: Sitting, place: Place | undefined) {
  const ofPlace = place?.byAppointment ? place : undefined;
  return {
    firstName: sitting.firstName ?? ofPlace?.contactFirstName ?? null,
    lastName: sitting.lastName ?? ofPlace?.contactLastName ?? null,
    phone: sitting.phone ?? ofPlace?.phone ?? null,
  };
}

/** A session as the page reads it; days and times are New York's. */
export function sessionView(
  sitting: Sitting,
  place: Place | undefined,
  schoolName: string | null,
): Session {
  const startsAt = sitting.startsAt ?? new Date(0);
  return {
    testSessionId: sitting.id,
    sessionType: sitting.sessionType as Session['sessionType'],
    date: dayInNewYork(startsAt),
    testSessionTime: timeInNewYork(startsAt),
    title: sitting.title ?? null,
    locationId: sitting.locationId ?? null,
    locationName: place?.name ?? null,
    branchName: place?.name ?? null,
    city: place?.city ?? null,
    address: sitting.address ?? place?.address ?? null,
    schoolId: sitting.schoolId ?? null,
    schoolName,
    gender: sitting.gender as Session['gender'],
    by_appointment: sitting.byAppointment || place?.byAppointment === true,
    closed: sitting.closed,
    called_off: sitting.calledOff,
    remainingSeats: sitting.seatsLeft ?? null,
    hasASeat: sitting.hasASeat,
    limit_to1_test: sitting.limitTo1Test,
    durationLeft: sitting.minutesLeft,
    closingDate: sitting.closingDate ?? null,
    returnDueDate: sitting.returnDueDate ?? null,
    shipDate: sitting.shipDate ?? null,
    session_last_date: sitting.lastDate ?? null,
    ...contact(sitting, place),
    proctor_fee_kept_until: sitting.proctorFeeKeptUntil?.toISOString() ?? null,
  };
}

/** Returns the additional fields of a session that can be chosen. */
export const openedPart = (
  sitting: Sitting | undefined,
): Pick<OpenedSession, 'endsAt' | 'waiting'> => ({
  endsAt: sitting?.endsAt?.toISOString() ?? null,
  waiting: {
    canJoin: sitting?.line?.canJoin ?? false,
    position: sitting?.line?.position ?? null,
    offerUntil: sitting?.line?.offerUntil?.toISOString() ?? null,
  },
});

export const openBranchView = ({
  locationId,
  nextStartsAt,
  openSessions,
  alert,
}: Branch): OpenBranch => ({
  locationId,
  next: nextStartsAt
    ? { date: dayInNewYork(nextStartsAt), time: timeInNewYork(nextStartsAt) }
    : null,
  openSessions,
  alert,
});

/** A session of a school as those who run it read it. */
export function schoolSessionView({
  session,
  closingTime,
  studentCount,
}: SchoolSitting): SchoolSession {
  if (!session?.startsAt || session.schoolId === undefined)
    throw new Error('a session of a school without a school or a time');
  return {
    id: session.id,
    testSessionId: session.id,
    schoolId: session.schoolId,
    date: dayInNewYork(session.startsAt),
    testSessionTime: timeInNewYork(session.startsAt),
    closingDate: session.closingDate ?? null,
    closingTime,
    returnDueDate: session.returnDueDate ?? null,
    gender: session.gender as SchoolSession['gender'],
    closed: session.closed,
    studentCount,
  };
}
