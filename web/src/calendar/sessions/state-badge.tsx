import type { OfficeState } from '@portal/contract/sessions/office-sessions';
import {
  IconCalendarOff,
  IconCircleCheck,
  IconHistory,
  IconLock,
  IconPencil,
} from '@tabler/icons-react';
import { ToneBadge } from '../../shared/ui/tone-badge.tsx';
import { stateTexts } from '../api.ts';

const looks = {
  draft: { tone: 'brass', icon: IconPencil },
  open: { tone: 'moss', icon: IconCircleCheck },
  closed: { tone: 'slate', icon: IconLock },
  called_off: { tone: 'garnet', icon: IconCalendarOff },
  past: { tone: 'slate', icon: IconHistory },
} as const;

export const StateBadge = ({ state }: { state: OfficeState }) => (
  <ToneBadge {...looks[state]}>{stateTexts[state]}</ToneBadge>
);
