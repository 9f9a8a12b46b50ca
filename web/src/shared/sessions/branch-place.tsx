import { Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import type { Location } from '@portal/contract/sessions/sessions';
import { IconMap2 } from '@tabler/icons-react';

/** The map of an address, in a tab of its own. */
const mapOf = ({ name, address, city }: Location): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(
    [address ?? name, city].filter(Boolean).join(', '),
  )}`;

/** A link to a map of a branch; its address is above it. */
export function BranchPlace({ branch }: { branch: Location }) {
  if (!branch.address) return null;
  return (
    <Text size="sm" mt={-12}>
      <Anchor href={mapOf(branch)} target="_blank" rel="noopener noreferrer">
        <IconMap2
          size={16}
          stroke={1.8}
          aria-hidden="true"
          style={{ marginInlineEnd: 6, verticalAlign: -3 }}
        />
        <Trans>{branch.name} on the map</Trans>
      </Anchor>
    </Text>
  );
}
