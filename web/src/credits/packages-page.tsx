import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Skeleton, Text, Title } from '@mantine/core';
import type { CreditsInfo, Package } from '@portal/contract/payments/credits';
import { IconInfoCircle, IconPackageOff, IconPhone } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { isAwaited } from '../shared/api/calls.ts';
import { creditGroups, useCredits } from '../shared/api/student.ts';
import { useMayFor, useStudentInView } from '../shared/api/student-in-view.tsx';
import { type DialogAddress, useDialogAddress } from '../shared/dialogs/dialog-history.tsx';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { useKnownExams } from '../shared/exams/exam-rows.ts';
import { money } from '../shared/format/money.ts';
import { isolated } from '../shared/language/locale.ts';
import { CallOffice } from '../shared/office/call-office.tsx';
import { useTitle } from '../shared/page/use-title.ts';
import { CreditCount } from '../shared/ui/coin.tsx';
import { CallError, Empty, Loading, Note } from '../shared/ui/feedback.tsx';
import { useAdminOnlyPackages, useMostCredits, usePackages } from './api.ts';
import { PackageCard } from './package-card.tsx';
import classes from './packages-page.module.css';
import { MIN_CREDITS, type Purchase, savingText, usualCost, wouldHaveText } from './purchase.ts';
import { SingleCredits } from './single-credits.tsx';

const AssignModal = lazyDialog(async () => (await import('./assign-modal.tsx')).AssignModal);
const BuyModal = lazyDialog(async () => (await import('./buy-modal.tsx')).BuyModal);

/** The dialogs of this page by their names in the address, of a package and of so many credits. */
const BUY_PACKAGE = 'buy-package';
const BUY_CREDITS = 'buy-credits';

/** Returns the purchase named by the address; null when it is not sold or has no price. */
function purchaseOf(
  { name, of }: DialogAddress,
  packages: readonly Package[],
  credits: CreditsInfo,
  most: number,
): Purchase | null {
  if (name === BUY_PACKAGE) {
    const offer = packages.find(({ id }) => id === of);
    return offer ? { kind: 'package', offer } : null;
  }
  const isNumber = name === BUY_CREDITS && of !== null && of >= MIN_CREDITS && of <= most;
  return isNumber && credits.pricePerCredit !== null ? { kind: 'credits', count: of } : null;
}

/** S-09: the prices of credits, alone and in packages. */
export function PackagesPage() {
  const title = t`Packages and pricing designed for students`;
  useTitle(title);
  const packages = usePackages();
  const credits = useCredits();
  const { shown, open, close, settle } = useDialogAddress();
  const studentId = useStudentInView();
  const isForStaff = studentId !== null;
  const adminOnly = useAdminOnlyPackages(isForStaff);
  const most = useMostCredits();
  const mayAssign = useMayFor('package.assign');
  const [assigning, setAssigning] = useState<Package | null>(null);
  // staff may still
  const disabled = isForStaff ? !credits.data : (credits.data?.packageBuyingDisabled ?? true);
  // render all sections at once: later ones would move the earlier ones
  const isLoading =
    packages.isPending || isAwaited(credits) || (isForStaff && isAwaited(adminOnly));
  const sold = [...(packages.data?.packages ?? []), ...(adminOnly.data ?? [])];
  const buying =
    shown && !isLoading && !disabled && credits.data
      ? purchaseOf(shown, sold, credits.data, most)
      : null;
  const usual = usualCost(useKnownExams());
  const cardOf = (offer: Package, first: boolean) => (
    <PackageCard
      key={offer.id}
      offer={offer}
      singlePrice={credits.data?.pricePerCredit ?? null}
      why={
        offer.is_default && !isForStaff && credits.data
          ? wouldHaveText(offer, credits.data.totalCredits, usual)
          : null
      }
      first={first}
      disabled={disabled}
      onBuy={() => open(BUY_PACKAGE, offer.id)}
      {...(isForStaff ? { onAssign: mayAssign ? () => setAssigning(offer) : null } : {})}
    />
  );
  const isWrong = shown !== null && buying === null && !isLoading && !credits.isPending;
  const [isRefused, setRefused] = useState(false);
  const leave = useRef(close);
  useEffect(() => {
    leave.current = close;
  });
  useEffect(() => {
    if (!isWrong) return;
    setRefused(true);
    leave.current();
  }, [isWrong]);
  return (
    <>
      <div className={classes.head}>
        <div>
          <Title order={1}>{title}</Title>
          {!isLoading && credits.data && credits.data.pricePerCredit !== null && (
            <Text c="dimmed" size="lg" mt={6}>
              <Trans>
                One credit costs <b className="num">{money(credits.data.pricePerCredit)}</b>.
              </Trans>{' '}
              {savingText(packages.data?.packages ?? [], credits.data.pricePerCredit)}
            </Text>
          )}
        </div>
        {!isLoading && credits.data && <Held credits={credits.data} />}
      </div>
      {!isLoading && !isForStaff && credits.data?.packageBuyingDisabled && (
        <Note tone="brass" icon={IconPhone}>
          <Trans>
            Please <CallOffice /> to buy credits.
          </Trans>
        </Note>
      )}
      {isRefused && (
        <Note tone="slate" icon={IconInfoCircle}>
          <Trans>What this link leads to is not sold any more. This is what you can buy now.</Trans>
        </Note>
      )}
      <CallError
        error={credits.error}
        onRetry={() => void credits.refetch()}
        busy={credits.isFetching}
      />
      <CallError
        error={packages.error}
        onRetry={() => void packages.refetch()}
        busy={packages.isFetching}
      />
      {isLoading && <CardSkeletons />}
      {packages.data?.packages.length === 0 && (
        <Empty icon={IconPackageOff} text={t`There are no packages at this time.`} />
      )}
      {!isLoading && (
        <div className={classes.cards}>
          {packages.data?.packages.map((offer, at) => cardOf(offer, offer.is_default && at > 1))}
        </div>
      )}
      {!isLoading && isForStaff && (
        <section aria-labelledby="admin-only-packages">
          <Title order={2} id="admin-only-packages">
            <Trans>Admin only packages</Trans>
          </Title>
          <CallError
            error={adminOnly.error}
            onRetry={() => void adminOnly.refetch()}
            busy={adminOnly.isFetching}
          />
          {adminOnly.data?.length === 0 && (
            <Text c="dimmed">
              <Trans>There are no packages at this time.</Trans>
            </Text>
          )}
          <div className={classes.cards}>
            {adminOnly.data?.map((offer) => cardOf(offer, false))}
          </div>
        </section>
      )}
      {!isLoading && credits.data && (
        <SingleCredits
          price={credits.data.pricePerCredit}
          proctorFee={credits.data.standardProctorFee}
          disabled={disabled}
          onBuy={(count) => open(BUY_CREDITS, count)}
        />
      )}
      {assigning && studentId !== null && (
        <AssignModal studentId={studentId} offer={assigning} onClose={() => setAssigning(null)} />
      )}
      {buying && credits.data && (
        <BuyModal
          key={shown ? `${shown.name} ${shown.of}` : ''}
          opened
          onClose={close}
          onBought={settle}
          purchase={buying}
          credits={credits.data}
        />
      )}
    </>
  );
}

function Held({ credits }: { credits: CreditsInfo }) {
  return (
    <div className={classes.held}>
      <CreditCount count={credits.totalCredits} pill />
      {credits.vendorSpecificPackage && (
        <Text c="dimmed" className="num">
          {creditGroups
            .filter(({ group }) => credits.creditsDetails[group] > 0)
            .map(({ group, label }) => `${isolated(label)} ${credits.creditsDetails[group]}`)
            .join(', ')}
        </Text>
      )}
    </div>
  );
}

function CardSkeletons() {
  return (
    <Loading>
      <div className={classes.cards}>
        {['one', 'two', 'three'].map((card) => (
          <Skeleton key={card} h={340} radius="lg" />
        ))}
      </div>
    </Loading>
  );
}
