import { IconArchive, IconCircleCheck } from '@tabler/icons-react';
import { ToneBadge } from '../shared/ui/tone-badge.tsx';

/** Whether something is offered, in a word. */
export const offeredText = (active: boolean): string => (active ? 'Offered' : 'Retired');

export const OfferedBadge = ({ active }: { active: boolean }) => (
  <ToneBadge tone={active ? 'moss' : 'slate'} icon={active ? IconCircleCheck : IconArchive}>
    {offeredText(active)}
  </ToneBadge>
);
