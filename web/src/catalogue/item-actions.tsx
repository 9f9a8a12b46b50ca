import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconEye,
  IconListDetails,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Opened } from './tab-props.ts';

interface ItemActionsProps<Item extends { active: boolean }> {
  name: string;
  item: Item;
  mayEdit: boolean;
  /** Students see it, so it can be looked at as one. */
  hasPreview?: boolean;
  onOpened: (opened: Opened<Item>) => void;
}

/** The possible actions of a catalogue item. */
export const ItemActions = <Item extends { active: boolean }>({
  name,
  item,
  mayEdit,
  hasPreview = false,
  onOpened,
}: ItemActionsProps<Item>) => (
  <>
    {hasPreview && (
      <RowButton
        label="Preview as student"
        of={name}
        icon={IconEye}
        onClick={() => onOpened({ what: 'preview', item })}
      />
    )}
    <RowButton
      label={mayEdit ? 'Edit' : 'Details'}
      of={name}
      icon={mayEdit ? IconPencil : IconListDetails}
      onClick={() => onOpened({ what: 'edit', item })}
    />
    {mayEdit && (
      <RowButton
        label={item.active ? 'Retire' : 'Bring back'}
        of={name}
        icon={item.active ? IconArchive : IconArchiveOff}
        onClick={() => onOpened({ what: 'retire', item })}
      />
    )}
  </>
);

interface RowButtonProps {
  label: string;
  /** The item of the button. */
  of: string;
  icon: TablerIcon;
  onClick: () => void;
}

export const RowButton = ({ label, of, icon: Icon, onClick }: RowButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={`${label} ${of}`} onClick={onClick}>
      <Icon size={18} stroke={1.8} />
    </ActionIcon>
  </Tooltip>
);
