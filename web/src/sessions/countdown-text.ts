/** Returns milliseconds as a countdown: '9:41', '0:07'; rounds up to whole seconds. */
export function countdownText(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
