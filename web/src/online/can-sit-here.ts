/** The screen of a phone: a finger points on it, and it is narrow. */
const PHONE = '(pointer: coarse) and (max-width: 48em)';

/**
 * Whether an exam with a proctor can be taken here: that needs a screen that can be shared, which
 * phones have not.
 */
export function canSitHere(): boolean {
  const canShare =
    typeof (navigator.mediaDevices as MediaDevices | undefined)?.getDisplayMedia === 'function';
  return canShare && !window.matchMedia(PHONE).matches;
}
