import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Title } from '@mantine/core';
import type { AdmissionSlip } from '@portal/contract/sessions/admission-slip';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { forgetSlip, keepSlip } from '../shared/admission/kept-slips.ts';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { clockText, longSessionText } from '../shared/format/dates.ts';
import { listed } from '../shared/language/locale.ts';
import { useTitle } from '../shared/page/use-title.ts';
import { AddToCalendar } from '../shared/sessions/add-to-calendar.tsx';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import classes from './admission.module.css';
import { pictureOf, slipPage } from './slip-page.ts';

const slipCall = api.getAdmissionSlip;

/** O-17: the admission slip for a student's check-in; available offline once it was opened. */
export function AdmissionPage() {
  useTitle(t`Admission slip`);
  const registrationId = Number(useParams().registrationId);
  const { data: slip, error, refetch, isFetching } = useAnswer(slipCall, { registrationId });
  useKeptSlip(registrationId, slip, error?.problem.code === 'no_slip');
  return (
    <div className={classes.page}>
      <Title order={1} tabIndex={-1}>
        <Trans>Admission slip</Trans>
      </Title>
      {!slip && error && (
        <CallError error={error} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {!slip && !error && <BlockSkeleton height={420} />}
      {slip && <Slip slip={slip} registrationId={registrationId} />}
    </div>
  );
}

const whenText = (slip: AdmissionSlip): string => longSessionText(slip.date, slip.testSessionTime);
const untilText = ({ endsAt }: AdmissionSlip): string => t`Until ${clockText(endsAt)}`;

function useKeptSlip(id: number, slip: AdmissionSlip | undefined, isGone: boolean): void {
  useEffect(() => {
    if (isGone) void forgetSlip(id).catch(() => {});
    if (!slip) return;
    const page = slipPage({
      title: t`Admission slip`,
      lines: [
        slip.name,
        ...slip.subjects,
        whenText(slip),
        untilText(slip),
        ...[slip.placeName, slip.placeAddress].filter((line) => line !== null),
      ],
      bring: t`Bring this slip and ID.`,
      qr: slip.qr,
      qrName: t`QR code of your admission slip`,
      language: document.documentElement.lang,
    });
    // a browser that keeps nothing shows the slip with a connection only
    void keepSlip(id, page).catch(() => {});
  }, [id, slip, isGone]);
}

function Slip({ slip, registrationId }: { slip: AdmissionSlip; registrationId: number }) {
  const { name, subjects, placeName, placeAddress } = slip;
  return (
    <>
      <section className={classes.slip} aria-label={t`Admission slip`}>
        <p className={classes.name}>
          <bdi>{name}</bdi>
        </p>
        <ul className={classes.exams}>
          {subjects.map((subject) => (
            <li key={subject}>
              <bdi>{subject}</bdi>
            </li>
          ))}
        </ul>
        <p className={classes.when}>{whenText(slip)}</p>
        <p className={classes.until}>{untilText(slip)}</p>
        <p>
          <bdi>{listed([placeName, placeAddress])}</bdi>
        </p>
        <img
          className={classes.code}
          src={pictureOf(slip.qr)}
          alt={t`QR code of your admission slip`}
        />
        <p className={classes.bring}>
          <Trans>Bring this slip and ID.</Trans>
        </p>
      </section>
      <Group gap="sm" className={classes.actions}>
        <Button
          component="a"
          href={`${slipCall.path}?registrationId=${registrationId}&format=pdf`}
          leftSection={<IconFileTypePdf size={18} stroke={1.8} aria-hidden="true" />}
        >
          <Trans>Save as PDF</Trans>
        </Button>
        <AddToCalendar registrationId={registrationId} calendar={slip.calendar} />
      </Group>
    </>
  );
}
