import { setTimeout as pause } from 'node:timers/promises';

/** Repeats a request until the walk is over. Errors are ignored, since the alerts report them. */
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
