import {
  IconBan,
  IconCalendarEvent,
  IconCircleCheck,
  IconCircleX,
  IconClipboardCheck,
  IconDeviceLaptop,
  IconEyeOff,
  IconHourglass,
  IconPlayerPlay,
  IconPlugConnectedX,
  type TablerIcon,
} from '@tabler/icons-react';
import { ToneBadge } from '../../shared/ui/tone-badge.tsx';
import type { ShownState, StateIcon } from './exam-state.ts';

const icons: Record<StateIcon, TablerIcon> = {
  registered: IconClipboardCheck,
  scheduled: IconCalendarEvent,
  online: IconDeviceLaptop,
  started: IconPlayerPlay,
  disconnected: IconPlugConnectedX,
  pending: IconHourglass,
  pass: IconCircleCheck,
  fail: IconCircleX,
  disqualified: IconBan,
  unavailable: IconEyeOff,
};

/** The state of a registration, in the words and colours that it has everywhere. */
export function StateBadge({ state }: { state: ShownState }) {
  return (
    <ToneBadge tone={state.tone} icon={icons[state.icon]}>
      {state.word}
    </ToneBadge>
  );
}
