import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { ModalFrame } from './modal-frame.tsx';
import { show } from './testing.tsx';

/** Stands in for the browser's own, which tells of the back gesture of a phone. */
class FakeWatcher {
  static alive: FakeWatcher[] = [];
  onclose: (() => void) | null = null;
  constructor() {
    FakeWatcher.alive.push(this);
  }
  destroy(): void {
    FakeWatcher.alive = FakeWatcher.alive.filter((one) => one !== this);
  }
}
const goBack = () =>
  act(() => {
    const watcher = FakeWatcher.alive.at(-1);
    watcher?.destroy();
    watcher?.onclose?.();
  });

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(window, 'CloseWatcher');
});

function open(busy: boolean) {
  Object.assign(window, { CloseWatcher: FakeWatcher });
  const onClose = jest.fn();
  const shown = show(
    <ModalFrame title="A question" opened busy={busy} onClose={onClose}>
      Yes or no?
    </ModalFrame>,
  );
  return { onClose, ...shown };
}

test('the back gesture closes a dialog, and nothing listens when it is gone', async () => {
  const { onClose, unmount } = open(false);
  await screen.findByRole('dialog', { name: 'A question' });
  goBack();
  expect(onClose).toHaveBeenCalledTimes(1);
  unmount();
  expect(FakeWatcher.alive).toEqual([]);
});

test('the back gesture does not close what runs, however often it comes', async () => {
  const { onClose } = open(true);
  await screen.findByRole('dialog', { name: 'A question' });
  goBack();
  goBack();
  expect(onClose).not.toHaveBeenCalled();
  expect(FakeWatcher.alive).toHaveLength(1);
});
