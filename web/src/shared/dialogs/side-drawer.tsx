import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBackCloses } from './dialog-history.tsx';
import { useReturnFocus } from './return-focus.ts';

interface SideDrawerProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Content beside a staff page. Back and Escape close it, and focus returns. */
export function SideDrawer({ title, opened, onClose, children }: SideDrawerProps) {
  const giveBack = useReturnFocus(opened);
  useBackCloses(opened, false, onClose);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      attributes={{ header: { role: 'presentation' } }}
      returnFocus={false}
      closeOnEscape={false}
      onExitTransitionEnd={giveBack}
    >
      {children}
    </Drawer>
  );
}
