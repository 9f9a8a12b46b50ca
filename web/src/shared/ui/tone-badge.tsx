import { Badge } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';

export type Tone = 'slate' | 'lapis' | 'teal' | 'violet' | 'brass' | 'moss' | 'garnet';

/** A state: icon and word on a tint. Colour never speaks alone. */
export function ToneBadge({
  tone,
  icon: Icon,
  children,
}: {
  tone: Tone;
  icon: TablerIcon;
  children: string;
}) {
  return (
    <Badge
      h={24}
      px={8}
      fz={13}
      leftSection={<Icon size={15} stroke={1.8} aria-hidden="true" />}
      style={{ background: `var(--jse-${tone}-bg)`, color: `var(--jse-${tone}-fg)` }}
    >
      {children}
    </Badge>
  );
}
