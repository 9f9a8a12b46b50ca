import { canAtSchool, scopeOf } from '@portal/access/can';
import type { Actor } from '@portal/kit/auth/actor';
import { dayPlus, instantInNewYork } from '@portal/kit/clock';
import { invalid } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';

/** Longest time of one report, in days from its first day to its last. R-332. */
const MAX_DAYS = 366;
/** The filter value for students without a cohort. */
const NO_COHORT = 'NULL';

/** Filters of the report; null does not filter. Days are YYYY-MM-DD, both included. */
export interface ReportQuestion {
  /** 1 exam dates, 2 batch dates. R-333. */
  dateType: number;
  startDate: string;
  endDate: string;
  /** '21' location, '22' school, '23' shipped, '99' online */
  sessionType: string | null;
  /** A location for '21', a school for '22'. */
  sessionPlaceId: number | null;
  vendorId: number | null;
  examId: number | null;
  packageTypeId: number | null;
  schoolId: number | null;
  cohort: string | null;
}

/** The filter, as the store queries by it. */
export interface ReportFilter {
  dateType: number;
  from: Date;
  /** Not included. */
  until: Date;
  sessionType: string | null;
  locationId: number | null;
  sessionSchoolId: number | null;
  vendorId: number | null;
  examId: number | null;
  packageTypeId: number | null;
  /** The school of the students. */
  schoolId: number | null;
  cohort: string | null;
  withoutCohort: boolean;
}

/**
 * Returns the report's filter for a caller (6.3). A school admin filters only their own school, and
 * by no location, package or session type but the school's. Throws school_not_found for a
 * school admin who names another school, and invalid for days that end before they begin or are too
 * many, and for a cohort without a school.
 */
export function reportFilter(actor: Actor, request: ReportQuestion): ReportFilter {
  const { startDate, endDate } = request;
  if (endDate < startDate)
    throw invalid({ path: 'endDate', message: 'The end date is before the start date.' });
  if (endDate > dayPlus(startDate, { days: MAX_DAYS }))
    throw invalid({ path: 'endDate', message: 'Please choose at most 366 days.' });
  const isBound = scopeOf(actor, 'report.read') === 'own_school';
  const { sessionType, sessionPlaceId, schoolId } = isBound ? ofOwnSchool(actor, request) : request;
  if (request.cohort !== null && schoolId === null && sessionType !== '22')
    throw invalid({ path: 'schoolCohort', message: 'schoolCohort invalid' });
  return {
    dateType: request.dateType,
    from: instantInNewYork(startDate, '00:00'),
    until: instantInNewYork(dayPlus(endDate, { days: 1 }), '00:00'),
    sessionType,
    locationId: sessionType === '21' ? sessionPlaceId : null,
    sessionSchoolId: sessionType === '22' ? sessionPlaceId : null,
    vendorId: request.vendorId,
    examId: request.examId,
    packageTypeId: isBound ? null : request.packageTypeId,
    schoolId,
    cohort: request.cohort === NO_COHORT ? null : request.cohort,
    withoutCohort: request.cohort === NO_COHORT,
  };
}

/** A school admin's question: of the own school, whatever it names beside. */
function ofOwnSchool(
  actor: Actor,
  { sessionType, sessionPlaceId, schoolId }: ReportQuestion,
): Pick<ReportQuestion, 'sessionType' | 'sessionPlaceId' | 'schoolId'> {
  const isOfSchools = sessionType === '22';
  for (const named of [schoolId, isOfSchools ? sessionPlaceId : null])
    if (named !== null && !canAtSchool(actor, 'report.read', named))
      throw domainError('school_not_found');
  return {
    sessionType: isOfSchools ? sessionType : null,
    sessionPlaceId: isOfSchools ? sessionPlaceId : null,
    schoolId: actor.schoolId ?? 0,
  };
}
