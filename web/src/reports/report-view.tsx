import { Progress, Text } from '@mantine/core';
import { noReportRows } from '@portal/contract/sessions/report';
import { IconReportAnalytics } from '@tabler/icons-react';
import { useId } from 'react';
import { DataTable } from '../shared/table/data-table.tsx';
import { CallError, Empty } from '../shared/ui/feedback.tsx';
import type { useExport, useReport } from './api.ts';
import { reportColumns } from './report-columns.tsx';
import classes from './reports.module.css';

interface ReportViewProps {
  report: ReturnType<typeof useReport>;
  file: ReturnType<typeof useExport>;
}

const atTop = { page: 1, sort: null, descending: false };
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** The rows of a report, or how far they have come. */
export function ReportView({ report, file }: ReportViewProps) {
  const { data: rows, error, isFetching, soFar } = report;
  return (
    <>
      <CallError error={file.failure} />
      {file.bytes !== null && (
        <Coming label="Writing the file" soFar={`${megabytes(file.bytes)} so far`} />
      )}
      {isFetching && (
        <Coming label="Reading registrations" soFar={`${soFar.toLocaleString('en-US')} so far`} />
      )}
      {!isFetching && !rows && !error && file.bytes === null && (
        <Empty
          icon={IconReportAnalytics}
          text="Choose the days, or take the last month, then get the registrations or export them."
        />
      )}
      {!isFetching && (rows || error) && (
        <DataTable
          name="registrations"
          columns={reportColumns}
          rows={rows}
          total={rows?.length ?? 0}
          pageSize={Math.max(1, rows?.length ?? 1)}
          keyOf={({ registrationId }) => registrationId}
          nameOf={({ lastName, firstName }) => `${lastName}, ${firstName}`}
          state={atTop}
          onState={() => {}}
          error={error}
          onRetry={() => void report.refetch()}
          empty={noReportRows}
        />
      )}
    </>
  );
}

/** Progress of a load whose total is unknown. */
function Coming({ label, soFar }: { label: string; soFar: string }) {
  const id = useId();
  return (
    <div className={classes.progress}>
      <Text id={id} fw={600}>
        {label}
      </Text>
      <Text role="status" className="num">
        {soFar}
      </Text>
      <Progress.Root mt="xs">
        <Progress.Section value={100} animated striped aria-labelledby={id} />
      </Progress.Root>
    </div>
  );
}
