import type { TableReport } from '@portal/contract/table-report';
import type { TableReport as WireReport } from '@portal/proto/kit/v1/table_report';

/** Converts the report of a service to that of a call; null: no table was read. */
export const tableReportOf = (report: WireReport | undefined): TableReport | null =>
  report === undefined
    ? null
    : {
        ...report,
        skipped: report.skipped as TableReport['skipped'],
        firstRow: report.firstRow ?? null,
        lastRow: report.lastRow ?? null,
      };
