import { Title } from '@mantine/core';
import { can } from '@portal/access/can';
import { useTitle } from '../../shared/page/use-title.ts';
import { readSession } from '../../shared/session/session.ts';
import { BlockSkeleton, CallError } from '../../shared/ui/feedback.tsx';
import { useInfo } from './api.ts';
import { ChargesSection } from './charges-section.tsx';
import classes from './info.module.css';
import { RegistrationsSection } from './registrations-section.tsx';
import { ResultsSection } from './results-section.tsx';
import { TransactionsSection } from './transactions-section.tsx';

/** everything on record of a student, in four sections, with the actions of staff. */
export function StudentInfoPage() {
  useTitle('Student info');
  const { data, isPending, error, refetch, isFetching } = useInfo();
  return (
    <div className={classes.page}>
      <Title order={1} tabIndex={-1}>
        Student info
      </Title>
      <CallError error={error} prefix="Error: " onRetry={() => void refetch()} busy={isFetching} />
      {isPending && <BlockSkeleton height={420} />}
      {data && (
        <>
          <RegistrationsSection registrations={data.registrations} />
          <TransactionsSection transactions={data.transactionLogs} />
          <ResultsSection info={data} />
          {can(readSession(), 'charge.list') && <ChargesSection charges={data.charges} />}
        </>
      )}
    </div>
  );
}
