import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';

/**
 * The foot of a dialog whose next step is in another tab: the link to it, should the browser not
 * have opened it.
 */
export function GoOnThere({
  url,
  label,
  onClose,
}: {
  url: string;
  label: string;
  onClose: () => void;
}) {
  return (
    <>
      <Button variant="default" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener"
        rightSection={<IconExternalLink size={18} stroke={1.8} aria-hidden="true" />}
        data-autofocus
      >
        {label}
      </Button>
    </>
  );
}
