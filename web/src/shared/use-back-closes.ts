import { useEffect, useRef } from 'react';

interface Watcher {
  onclose: (() => void) | null;
  destroy: () => void;
}
type WatcherOf = { CloseWatcher?: new () => Watcher };

/** The back gesture of a phone closes what is open, as Escape does, where the browser tells of it; it never leads away from what runs. */
export function useBackCloses(opened: boolean, busy: boolean, onClose: () => void): void {
  const now = useRef({ busy, onClose });
  useEffect(() => {
    now.current = { busy, onClose };
  });
  useEffect(() => {
    const { CloseWatcher } = window as WatcherOf;
    if (!opened || !CloseWatcher) return;
    let watcher: Watcher;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.onclose = () => {
        if (now.current.busy) watch();
        else now.current.onClose();
      };
    };
    watch();
    return () => watcher.destroy();
  }, [opened]);
}
