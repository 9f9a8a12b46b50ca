import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useLocations } from '../api/student.ts';
import { ModalFrame } from '../dialogs/modal-frame.tsx';
import { leftToRight, listed } from '../language/locale.ts';
import { CallError, RowSkeletons } from '../ui/feedback.tsx';
import { office, officeHours, phoneLink } from './office.ts';
import classes from './offices-modal.module.css';

interface Place {
  name: string;
  address: string | null;
  city: string | null;
  phone: string | null;
}

interface OfficesModalProps {
  opened: boolean;
  onClose: () => void;
  /** Signed-in people see every branch; visitors the main office. */
  signedIn: boolean;
  /** Why the office is needed, when another action opened this. */
  reason?: string;
}

/** Where to call or to go (M-01). */
export function OfficesModal({ opened, onClose, signedIn, reason }: OfficesModalProps) {
  const locations = useLocations(opened && signedIn);
  const branches: readonly Place[] = signedIn ? (locations.data ?? []) : [];
  return (
    <ModalFrame
      title={t`Offices`}
      opened={opened}
      onClose={onClose}
      foot={
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div className={classes.body}>
        {reason && <Text>{reason}</Text>}
        <Text c="dimmed">{officeHours}</Text>
        {signedIn && locations.isPending && <RowSkeletons />}
        <CallError
          error={signedIn ? locations.error : null}
          onRetry={() => void locations.refetch()}
          busy={locations.isFetching}
        />
        <ul className={classes.list}>
          {[office, ...branches].map((place) => (
            <PlaceItem key={place.name} place={place} />
          ))}
        </ul>
      </div>
    </ModalFrame>
  );
}

function PlaceItem({ place: { name, address, city, phone } }: { place: Place }) {
  return (
    <li className={classes.place}>
      <div>
        <Text fw={600}>{name}</Text>
        <Text c="dimmed">{listed([address, city])}</Text>
      </div>
      {phone && (
        <a className={classes.phone} href={phoneLink(phone)}>
          <IconPhone size={18} stroke={1.8} aria-hidden="true" />
          {leftToRight(phone)}
        </a>
      )}
    </li>
  );
}
