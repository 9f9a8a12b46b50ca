/** What had the focus last, and the place in which it stood: a dialog, else the page. */
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
 * A button that waits is disabled, and browsers take the focus from what is disabled. Gives it back
 * when the button can be pressed again, as after a refusal; to the place where it stood when the
 * button is gone and nothing else has taken the focus. Gives back how to stop.
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
    setTimeout(() => restoreFocus(done)); // what came of it may lead elsewhere by itself
  });
  /** What comes and goes matters only while something waits. */
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
