import { rpcs } from '@portal/kit/grpc/rpc';
import {
  ReportServiceDefinition,
  type ReportQuestion as WireQuestion,
} from '@portal/proto/registration/v1/report';
import { listReport, listReportIds, listReportRows, planReport } from './list-report.ts';
import type { ReportQuestion } from './report-filter.ts';

const questionOf = (request: WireQuestion | undefined): ReportQuestion => ({
  dateType: request?.dateType ?? 1,
  startDate: request?.startDate ?? '',
  endDate: request?.endDate ?? '',
  sessionType: request?.sessionType ?? null,
  sessionPlaceId: request?.sessionPlaceId ?? null,
  vendorId: request?.vendorId ?? null,
  examId: request?.examId ?? null,
  packageTypeId: request?.packageTypeId ?? null,
  schoolId: request?.schoolId ?? null,
  cohort: request?.cohort ?? null,
});

export const reportRpcs = rpcs(ReportServiceDefinition, {
  planReport: {
    handle: async ({ question }, call) => ({
      stretches: await planReport(call, questionOf(question)),
    }),
  },
  listReport: {
    handle: async ({ question }, call) => ({ rows: await listReport(call, questionOf(question)) }),
  },
  listReportIds: {
    handle: async ({ question }, call) => ({
      ids: await listReportIds(call, questionOf(question)),
    }),
  },
  listReportRows: {
    handle: async ({ ids }, call) => ({ rows: await listReportRows(call, ids) }),
  },
});
