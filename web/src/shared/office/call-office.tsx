import { Trans } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import { office, phoneLink } from './office.ts';

/** 'call the office' in a sentence: a link that calls. */
export function CallOffice() {
  return (
    <Anchor href={phoneLink(office.phone)}>
      <Trans>call the office</Trans>
    </Anchor>
  );
}
