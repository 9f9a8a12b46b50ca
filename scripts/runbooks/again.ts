import { setTimeout as pause } from 'node:timers/promises';

/**
 * Lets somebody ask again and again until the walk is over. What they are refused meanwhile is for
 * the alerts to tell.
 */
export function again(
  scene: AsyncDisposableStack,
  work: () => Promise<unknown>,
  everyMs = 100,
): void {
  let going = true;
  const run = async () => {
    while (going) {
      await work().catch(() => {});
      await pause(everyMs);
    }
  };
  const ended = run();
  scene.defer(async () => {
    going = false;
    await ended;
  });
}
