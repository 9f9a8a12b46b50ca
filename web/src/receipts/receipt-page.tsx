import { Button, Select, Title } from '@mantine/core';
import { receiptYears } from '@portal/contract/payments/receipt-years';
import { IconDownload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { api } from '../shared/api/client.ts';
import { readFile } from '../shared/api/read-stream.ts';
import { useAbout } from '../shared/api/student-in-view.tsx';
import { useTitle } from '../shared/page/use-title.ts';
import { saveFile } from '../shared/table/csv.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import classes from './receipts.module.css';

/** a student's payments of a year, as a PDF file. R-339. */
export function ReceiptPage() {
  useTitle('Receipt');
  const about = useAbout();
  const [year, setYear] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const choose = (chosen: string | null) => {
    setYear(chosen);
    setFailure(null);
    setSaved(null);
  };
  const download = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    setSaved(null);
    try {
      const { name, content } = await readFile(api.getReceipt, { ...about, year: Number(year) });
      saveFile(name, content);
      setSaved(name);
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={classes.card} onSubmit={(event) => void download(event)}>
      <Title order={1} tabIndex={-1}>
        JSE Receipt
      </Title>
      <CallError error={failure} />
      <Select
        label="Year"
        placeholder="Choose a year"
        data={receiptYears(new Date()).map(String)}
        value={year}
        onChange={choose}
        clearable
        comboboxProps={{ withinPortal: false }}
        // Mantine keeps it from the keyboard and from screen readers otherwise
        clearButtonProps={{
          'aria-label': 'Clear the year',
          'aria-hidden': false,
          tabIndex: 0,
          size: 'md',
        }}
      />
      <Button
        type="submit"
        leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
        disabled={year === null}
        loading={isBusy}
      >
        Download Receipt
      </Button>
      <p className={classes.saved} role="status">
        {saved !== null && (
          <>
            Downloaded <bdi>{saved}</bdi>
          </>
        )}
      </p>
    </form>
  );
}
