import type { NotificationData } from '@mantine/notifications';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import classes from '../theme/student-shell.module.css';

// most visits show no notice: the library is loaded with the first one
const load = () => import('@mantine/notifications');
const Notifications = lazy(async () => ({ default: (await load()).Notifications }));

let isRequested = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows a notice in the corner of the page, on every page that has `Notices`. */
export async function showNotice(notice: NotificationData): Promise<void> {
  const { notifications } = await load();
  notifications.show(notice);
  isRequested = true;
  for (const listener of listeners) listener();
}

/** Where the notices of `showNotice` come up. */
export function Notices({ phone }: { phone: boolean }) {
  const isThere = useSyncExternalStore(subscribe, () => isRequested);
  return (
    isThere && (
      <Suspense>
        <Notifications
          position={phone ? 'top-center' : 'bottom-right'}
          autoClose={5000}
          className={classes.notices ?? ''}
        />
      </Suspense>
    )
  );
}
