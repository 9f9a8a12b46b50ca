import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Text, Title } from '@mantine/core';
import { americanForm } from '@portal/contract/days';
import type { Granted, Student } from '@portal/contract/students/student';
import { IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { isAwaited, useAnswer } from '../shared/api/calls.ts';
import {
  creditHistoryCall,
  useCredits,
  usePaymentMethods,
  useStudent,
} from '../shared/api/student.ts';
import { useStudentInView } from '../shared/api/student-in-view.tsx';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { leftToRight, listed } from '../shared/language/locale.ts';
import { CallOffice } from '../shared/office/call-office.tsx';
import { office } from '../shared/office/office.ts';
import { useTitle } from '../shared/page/use-title.ts';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import classes from './account-page.module.css';
import { signInsCall } from './api.ts';
import { CalendarFeedCard } from './calendar-feed-card.tsx';
import { CardsCard } from './cards-card.tsx';
import { CreditHistoryCard } from './credit-history/credit-history-card.tsx';
import { CreditsCard } from './credits-card.tsx';
import { grantedText } from './granted-words.ts';
import { MyDataCard, useOwnData } from './my-data-card.tsx';
import { useOwnPayments } from './payments/own-payments.ts';
import { PaymentsCard } from './payments/payments-card.tsx';
import { SignInCard } from './sign-in-card.tsx';

const OfficesModal = lazyDialog(
  async () => (await import('../shared/office/offices-modal.tsx')).OfficesModal,
);

type Fact = readonly [label: string, value: string | null];

function personal(student: Student, granted: readonly Granted[]): Fact[] {
  return [
    [t`Name`, `${student.firstName} ${student.lastName}`],
    [t`Maiden or other name`, student.maidenName],
    [t`Date of birth`, americanForm(student.dob)],
    [t`SSN, last 4`, student.last4ssn],
    [t`Membership`, student.membershipName],
    [t`College`, student.collegeName],
    [t`School`, student.schoolName],
    [t`Cohort`, student.cohort],
    [t`Accommodations`, student.accommodations],
    [t`Accommodations are valid`, granted.map(grantedText).join('\n') || null],
  ];
}

function contact(student: Student): Fact[] {
  const place = listed([student.city, [student.state, student.zip].filter(Boolean).join(' ')]);
  return [
    [t`Email`, student.email],
    [t`Cell phone`, student.cellphone],
    [t`Phone`, student.phone],
    [
      t`Address`,
      [student.address, place, student.country]
        .filter((line) => !!line)
        .map((line) => leftToRight(line as string))
        .join('\n') || null,
    ],
  ];
}

/** S-10: the student's record, credits, saved cards and payments. */
export function AccountPage() {
  useTitle(t`My account`);
  const isForStaff = useStudentInView() !== null;
  const student = useStudent();
  const credits = useCredits();
  // upper sections load first: they would move the lower ones, at least in a single column
  const isLoading = isAwaited(student) || isAwaited(credits);
  return (
    <>
      <Title order={1} mb="lg">
        <Trans>My account</Trans>
      </Title>
      <div className={classes.page} key={isLoading ? 'coming' : 'there'}>
        <div className={classes.column}>
          {(isLoading || student.isPending) && <BlockSkeleton height={420} />}
          <CallError
            error={student.error}
            onRetry={() => void student.refetch()}
            busy={student.isFetching}
          />
          {!isLoading && student.data && (
            <Card component="section" aria-label={t`Details`}>
              <Facts
                title={t`Personal details`}
                facts={personal(student.data.student, student.data.accommodations)}
              />
              <Facts title={t`Contact`} facts={contact(student.data.student)} />
              {!isForStaff && <Changes />}
            </Card>
          )}
        </div>
        <div className={classes.column}>
          {isLoading ? (
            <>
              <BlockSkeleton height={160} />
              <BlockSkeleton height={220} />
            </>
          ) : (
            <>
              <CreditsCard />
              <CardsCard />
            </>
          )}
        </div>
      </div>
      {!isLoading && !isForStaff && student.data && (
        <OwnRecords email={student.data.student.email} />
      )}
    </>
  );
}

/**
 * The lower sections, rendered all at once: each alone would move the next ones, on a phone those
 * of the other column too.
 */
function OwnRecords({ email }: { email: string | null }) {
  const parts = [
    usePaymentMethods(),
    useOwnPayments(),
    useAnswer(signInsCall, {}),
    useAnswer(creditHistoryCall, {}),
    useOwnData(),
  ];
  const isLoading = parts.some(isAwaited);
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        {isLoading ? (
          <BlockSkeleton height={420} />
        ) : (
          <>
            <SignInCard email={email} />
            <CreditHistoryCard />
          </>
        )}
      </div>
      <div className={classes.column}>
        {isLoading ? (
          <BlockSkeleton height={260} />
        ) : (
          <>
            <PaymentsCard />
            <CalendarFeedCard />
            <MyDataCard />
          </>
        )}
      </div>
    </div>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <>
      <Title order={2}>{title}</Title>
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

function Changes() {
  const [offices, setOffices] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <div className={classes.changes}>
      <Text>
        <Trans>
          To change your details please <CallOffice />.
        </Trans>
      </Text>
      <Text c="dimmed">
        <Trans>
          Changes to personal information must be reported to the office within 30 days.
        </Trans>
      </Text>
      <Button
        variant="default"
        leftSection={<IconPhone size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOffices('open')}
        className={classes.call ?? ''}
      >
        {leftToRight(office.phone)}
      </Button>
      {offices !== 'never' && (
        <OfficesModal opened={offices === 'open'} onClose={() => setOffices('closed')} signedIn />
      )}
    </div>
  );
}
