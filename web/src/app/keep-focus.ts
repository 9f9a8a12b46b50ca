/** The last focused element, and its container: a dialog, else the page. */
interface Focused {
  element: Element;
  place: HTMLElement | null;
}

const WAITS = 'data-loading';
const isLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

function restoreFocus({ element, place }: Focused): void {
  for (const goal of [element, place?.querySelector('[data-autofocus]'), place]) {
    if (!isLost()) return;
    if (goal instanceof HTMLElement && goal.isConnected) goal.focus({ preventScroll: true });
  }
}

/**
 * A button is disabled while its request is pending, and browsers remove the focus from disabled
 * elements. Restores the focus when the button is enabled again, as after a refusal; when the
 * button has been removed and nothing else has taken the focus, focuses the place where it was.
 * Returns a function that stops it.
 */
export function keepFocus(): () => void {
  let last: Focused | null = null;
  let waiting: Focused | null = null;
  const note = ({ target }: FocusEvent) => {
    if (target instanceof Element)
      last = { element: target, place: target.closest<HTMLElement>('[role="dialog"], main') };
  };
  const watch = new MutationObserver(() => {
    if (waiting === null && last?.element.hasAttribute(WAITS)) {
      waiting = last;
      look();
    }
    if (waiting === null || (waiting.element.isConnected && waiting.element.hasAttribute(WAITS)))
      return;
    const done = waiting;
    waiting = null;
    look();
    setTimeout(() => restoreFocus(done)); // the outcome may move the focus elsewhere first
  });
  /** Element changes matter only while a button is pending. */
  const look = () =>
    watch.observe(document.body, {
      subtree: true,
      attributeFilter: [WAITS],
      childList: waiting !== null,
    });
  document.addEventListener('focusin', note);
  look();
  return () => {
    document.removeEventListener('focusin', note);
    watch.disconnect();
  };
}
