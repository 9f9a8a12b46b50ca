import { rpcs } from '@portal/kit/grpc/rpc';
import {
  ReportServiceDefinition,
  type ReportQuestion as WireQuestion,
} from '@portal/proto/registration/v1/report';
import { listReport, listReportIds, listReportRows, planReport } from './list-report.ts';
import type { ReportQuestion } from './report-filter.ts';

const questionOf = (asked: WireQuestion | undefined): ReportQuestion => ({
  dateType: asked?.dateType ?? 1,
  startDate: asked?.startDate ?? '',
  endDate: asked?.endDate ?? '',
  sessionType: asked?.sessionType ?? null,
  sessionPlaceId: asked?.sessionPlaceId ?? null,
  vendorId: asked?.vendorId ?? null,
  examId: asked?.examId ?? null,
  packageTypeId: asked?.packageTypeId ?? null,
  schoolId: asked?.schoolId ?? null,
  cohort: asked?.cohort ?? null,
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
