import { t } from '@lingui/core/macro';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useBackCloses } from './dialog-history.tsx';
import classes from './modal-frame.module.css';
import { useReturnFocus } from './return-focus.ts';

/** One breakpoint: below it a page is a phone's. */
export const PHONE = '(max-width: 48em)';

/**
 * The first focus is the heading, not the cross, unless something in the modal asks for it by
 * `data-autofocus`.
 */
function focusHeading(heading: HTMLElement | null): void {
  if (!heading?.closest('[role="dialog"]')?.querySelector('[data-autofocus]'))
    heading?.setAttribute('data-autofocus', '');
}

interface ModalFrameProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Something runs that must not be left alone: neither Escape nor Back nor the cross closes. */
  busy?: boolean;
  /** 440 a question, 640 a form, 896 a money step with its summary beside. */
  width?: 440 | 640 | 896;
  /** Keeps its upper edge in place while its content grows, as under a field that is typed in. */
  fixedTop?: boolean;
  /** The content brings its own padding, as the money steps do. */
  bare?: boolean;
  /** Nothing of the page below is to be seen. */
  covers?: boolean;
  /** Stays at the lower edge, on phones too. */
  foot?: ReactNode;
  children: ReactNode;
}

/**
 * A modal that answers one question or takes one payment; fullscreen on phones. Focus returns to
 * the element that opened it.
 */
export function ModalFrame({
  title,
  opened,
  onClose,
  busy = false,
  width = 440,
  bare = false,
  covers = false,
  fixedTop = false,
  foot,
  children,
}: ModalFrameProps) {
  const giveBack = useReturnFocus(opened);
  useBackCloses(opened, busy, onClose);
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={opened}
      onClose={busy ? () => {} : onClose}
      title={
        <span tabIndex={-1} ref={focusHeading} className={classes.heading}>
          {title}
        </span>
      }
      size={width}
      fullScreen={phone && width > 440}
      padding={phone ? 'md' : 'lg'}
      {...(fixedTop ? { centered: false, yOffset: '12dvh' } : {})}
      closeOnClickOutside={false}
      closeOnEscape={false} // the topmost alone: useBackCloses
      returnFocus={false}
      {...(covers
        ? { overlayProps: { backgroundOpacity: 1, color: 'var(--jse-canvas)' }, zIndex: 400 }
        : {})}
      onExitTransitionEnd={giveBack}
      // a plain header would be a second banner of the page
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t`Close`, disabled: busy, size: 36, iconSize: 20 }}
      classNames={{
        header: classes.header,
        body: bare ? classes.bare : classes.body,
        content: classes.content,
        title: classes.title,
      }}
    >
      {children}
      {foot && <div className={classes.foot}>{foot}</div>}
    </Modal>
  );
}
