import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Text, Title } from '@mantine/core';
import { newYorkDay } from '@portal/contract/days';
import type { DataExport } from '@portal/contract/students/my-data';
import { IconDatabaseExport, IconDownload } from '@tabler/icons-react';
import { useAnswer, useCommand } from '../shared/api/calls.ts';
import { readFile } from '../shared/api/read-stream.ts';
import { dayText } from '../shared/format/dates.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import classes from './account-page.module.css';
import { myDataCall, requestMyDataCall } from './api.ts';
import { useDownload } from './payments/use-download.ts';

const LOOK_EVERY_MS = 3000;

/** The student's own requests; polled while one is being prepared. */
export function useOwnData() {
  const answer = useAnswer(myDataCall, {}, { fresh: 0 });
  const requests = answer.data && 'requests' in answer.data ? answer.data.requests : [];
  const isPreparing = requests[0]?.state === 'preparing';
  useAnswer(myDataCall, {}, { enabled: isPreparing, every: isPreparing ? LOOK_EVERY_MS : false });
  return { ...answer, requests, isPreparing };
}

/** All stored data of the student, for download as a file. O-19 */
export function MyDataCard() {
  const { requests, isPreparing, error, refetch, isFetching } = useOwnData();
  const prepare = useCommand(requestMyDataCall, { refreshes: [myDataCall] });
  const ready = requests.filter(({ state }) => state === 'ready');
  return (
    <Card component="section" aria-labelledby="account-data">
      <Title order={2} id="account-data" mb="sm">
        <Trans>My data</Trans>
      </Title>
      <Text mb="sm">
        <Trans>
          Everything that we keep about you, as a file. You get an email when it is ready, within
          ten minutes.
        </Trans>
      </Text>
      <CallError error={error} onRetry={() => void refetch()} busy={isFetching} />
      {ready.map((request) => (
        <ReadyData key={request.requestId} request={request} />
      ))}
      <p role="status">{isPreparing && <Trans>Your data is being prepared.</Trans>}</p>
      <CallError error={prepare.error} />
      <Button
        variant="default"
        className={classes.own ?? ''}
        mt={prepare.error ? 'sm' : 0}
        leftSection={<IconDatabaseExport size={18} stroke={1.8} aria-hidden="true" />}
        loading={prepare.isPending}
        disabled={isPreparing}
        onClick={() => prepare.mutate({})}
      >
        <Trans>Prepare my data</Trans>
      </Button>
    </Card>
  );
}

function ReadyData({ request: { requestId, until } }: { request: DataExport }) {
  const download = useDownload();
  const date = until === null ? '' : dayText(newYorkDay(new Date(until)));
  const formats = [
    ['json', t`JSON`],
    ['pdf', t`PDF`],
  ] as const;
  return (
    <div className={classes.data}>
      <Text fw={600}>
        <Trans>Ready until {date}</Trans>
      </Text>
      <div className={classes.formats}>
        {formats.map(([format, label]) => (
          <Button
            key={format}
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.8} aria-hidden="true" />}
            loading={download.busy === format}
            disabled={download.busy !== null}
            onClick={() =>
              void download.start(format, () => readFile(myDataCall, { requestId, format }))
            }
          >
            {label}
          </Button>
        ))}
      </div>
      <CallError error={download.failure} />
      <p className={classes.saved} role="status">
        {download.saved !== null && (
          <Trans>
            Downloaded <bdi>{download.saved}</bdi>
          </Trans>
        )}
      </p>
    </div>
  );
}
