import { Button, FileButton, SegmentedControl, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { can } from '@portal/access/can';
import type { CallAnswer } from '@portal/contract/call';
import type { importCatalogue } from '@portal/contract/catalogue/catalogue-import';
import { IconCircleCheck, IconFile } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { answerKey } from '../../shared/api/calls.ts';
import { api } from '../../shared/api/client.ts';
import { useOneAtATime } from '../../shared/api/one-at-a-time.ts';
import { sendFile } from '../../shared/api/send-file.ts';
import { StaffPage } from '../../shared/page/staff-page.tsx';
import { readSession } from '../../shared/session/session.ts';
import { FileReport } from '../../shared/table/file-report.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import { catalogueCall } from '../api.ts';
import classes from '../catalogue.module.css';
import { ImportRows } from './import-rows.tsx';

type Part = 'exams' | 'prices';
type Answer = CallAnswer<typeof importCatalogue>;

/** O-06: imports a table of exams or prices; first previews the changes row by row. */
export function ImportPage() {
  const mayPrices = can(readSession(), 'office_price.edit');
  const [address, setAddress] = useSearchParams();
  const part: Part = mayPrices && address.get('part') === 'prices' ? 'prices' : 'exams';
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();

  const send = useOneAtATime(async (dryRun: boolean) => {
    if (!file) return;
    setBusy(true);
    setFailure(null);
    try {
      const input = {
        part,
        dryRun,
        ...(checked && !dryRun ? { previewHash: checked.previewHash } : {}),
      };
      const answer = await sendFile(api.importCatalogue, input as never, {
        field: 'catalogue_file',
        file,
        key: crypto.randomUUID(),
        signal: new AbortController().signal,
        onProgress: () => {},
      });
      if (dryRun) return setChecked(answer);
      notifications.show({ message: `${countText(changesIn(answer))} applied.` });
      void client.invalidateQueries({ queryKey: answerKey(catalogueCall) });
      setChecked(null);
      setFile(null);
    } catch (error) {
      setFailure(error as Error);
      setChecked(null);
    } finally {
      setBusy(false);
    }
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setChecked(null);
    setFailure(null);
  };
  const count = checked ? changesIn(checked) : 0;
  return (
    <StaffPage title="Import" above={[{ to: '/admin/catalogue', label: 'Catalogue' }]}>
      {mayPrices && (
        <SegmentedControl
          aria-label="What the file holds"
          data={[
            { value: 'exams', label: 'Exams' },
            { value: 'prices', label: 'Prices' },
          ]}
          value={part}
          onChange={(next) => {
            choose(null);
            setAddress({ part: next }, { replace: true });
          }}
        />
      )}
      <div className={classes.filters}>
        <FileButton accept=".csv,.xlsx" onChange={choose} key={`${part} ${file === null}`}>
          {(button) => (
            <Button {...button} variant="default" leftSection={<IconFile size={16} stroke={1.8} />}>
              {file ? 'Choose another file' : 'Choose file'}
            </Button>
          )}
        </FileButton>
        {file && <bdi>{file.name}</bdi>}
        <Button
          disabled={!file || checked !== null}
          loading={busy && checked === null}
          onClick={() => send(true)}
        >
          Check file
        </Button>
        {checked && checked.counts.error === 0 && count > 0 && (
          <Button loading={busy} onClick={() => send(false)}>
            {`Apply ${countText(count)}`}
          </Button>
        )}
      </div>
      <CallError error={failure} />
      {checked && (
        <>
          <FileReport report={checked.report} />
          {checked.ignoredColumns.length > 0 && (
            <Text c="dimmed">{`Columns that are not read: ${checked.ignoredColumns.join(', ')}`}</Text>
          )}
          {checked.counts.error === 0 && count === 0 && (
            <Text role="status">
              <IconCircleCheck size={16} stroke={1.8} aria-hidden="true" /> The file is up to date.
            </Text>
          )}
          <ImportRows key={checked.previewHash} rows={checked.rows} counts={checked.counts} />
        </>
      )}
    </StaffPage>
  );
}

const countText = (count: number): string => `${count} ${count === 1 ? 'change' : 'changes'}`;

const changesIn = ({ counts: { add, change, retire } }: Answer): number => add + change + retire;
