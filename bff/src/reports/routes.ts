import { scopeOf } from '@portal/access/can';
import type { CallChecked } from '@portal/contract/call';
import { getExamRegistrations, noReportRows } from '@portal/contract/sessions/report';
import { notFound } from '@portal/kit/errors';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { AppContext } from '../app-context.ts';
import { Streamed, savedAs, streamedRows } from '../http/files/streamed.ts';
import { XLSX_TYPE, xlsxOf } from '../http/files/write-xlsx.ts';
import { route } from '../http/route.ts';
import { ahead, begun } from './ahead.ts';
import { reportColumns, reportView } from './report-columns.ts';

/** Rows of one read: half a megabyte. */
const PAGE = 1000;
/** Pages that are read at once, so that no service waits for another one. */
const PAGES_AT_ONCE = 3;
/** Each page may wait for a busy machine; the client decides how long all of them may take. */
const PAGE_TIMEOUT_MS = 15_000;

type ReportRequest = CallChecked<typeof getExamRegistrations>;

/** `{location or school or All} {startDate} {endDate}.xlsx`, a school's by the dates alone. */
async function fileName(
  request: ReportRequest,
  isOfSchool: boolean,
  by: CallOptions,
  context: AppContext,
) {
  const days = `${request.startDate} ${request.endDate}.xlsx`;
  return isOfSchool ? days : `${(await placeOf(request, by, context)) ?? 'All'} ${days}`;
}

async function placeOf(
  { sessionTypeId, sessionTypeValueId, schoolId }: ReportRequest,
  by: CallOptions,
  { catalogue }: AppContext,
): Promise<string | null> {
  if (sessionTypeId === 21 && sessionTypeValueId !== undefined) {
    const { rows } = await catalogue.locations.get();
    return rows.find(({ id }) => id === sessionTypeValueId)?.name ?? null;
  }
  const inSessionsOf = sessionTypeId === 22 ? sessionTypeValueId : undefined;
  return catalogue.schoolNames.of(inSessionsOf ?? schoolId, by);
}

/** Yields the requests of a report's pages: a stretch at once, a day that has more by its ids. */
async function* pagesToAsk(
  request: ReportRequest,
  by: CallOptions,
  { registration: { report } }: AppContext,
) {
  const { stretches } = await report.planReport({ question: questionOf(request) }, by);
  for (const { startDate, endDate, rows } of stretches) {
    const question = { ...questionOf(request), startDate, endDate };
    if (rows <= PAGE) {
      yield () => report.listReport({ question }, by);
      continue;
    }
    const { ids } = await report.listReportIds({ question }, by);
    for (let at = 0; at < ids.length; at += PAGE)
      yield () => report.listReportRows({ ids: ids.slice(at, at + PAGE) }, by);
  }
}

/** The pages of a report; none of them is empty. */
async function* pagesOf(request: ReportRequest, by: CallOptions, context: AppContext) {
  const pages = pagesToAsk(request, { ...by, deadlineMs: PAGE_TIMEOUT_MS }, context);
  for await (const { rows } of ahead(pages, (ask) => ask(), PAGES_AT_ONCE))
    if (rows.length > 0) yield rows;
}

const questionOf = (request: ReportRequest) => ({
  dateType: request.dateType,
  startDate: request.startDate,
  endDate: request.endDate,
  sessionType: request.sessionTypeId === undefined ? undefined : String(request.sessionTypeId),
  sessionPlaceId: request.sessionTypeValueId,
  vendorId: request.vendorId,
  examId: request.examId,
  packageTypeId: request.packageTypesId,
  schoolId: request.schoolId,
  cohort: request.schoolCohort,
});

export const reportRoutes = [
  route(getExamRegistrations, async ({ input, session, by }, context) => {
    const pages = await begun(pagesOf(input, by, context));
    if (input.format === undefined) return pages === null ? [] : streamedRows(pages, reportView);
    if (pages === null) throw notFound('no_rows', noReportRows);
    const isOfSchool =
      scopeOf(session, 'report.read') === 'own_school' ||
      (input.sessionTypeId === 22 && input.schoolId !== undefined);
    const name = await fileName(input, isOfSchool, by, context);
    const file = xlsxOf('Registrations', reportColumns(isOfSchool), pages);
    return new Streamed(XLSX_TYPE, file, savedAs(name));
  }),
];
