interface WatchOptions {
  /** So much is enough. */
  enough: number;
  /** Milliseconds until it is given up. */
  within: number;
  /** Called with every look. */
  onLevel: (level: number) => void;
  stop: AbortSignal;
}

const EVERY_MS = 100;
/** So many looks in a row: one bright frame, or one knock on the table, is no signal. */
const IN_A_ROW = 3;

/** Looks again and again at a level; whether it was enough in time. */
export function watchSignal(
  look: () => number,
  { enough, within, onLevel, stop }: WatchOptions,
): Promise<boolean> {
  return new Promise((resolve) => {
    const until = performance.now() + within;
    let inARow = 0;
    const end = (isEnough: boolean) => {
      clearInterval(timer);
      resolve(isEnough);
    };
    const timer = setInterval(() => {
      if (stop.aborted) return end(false);
      const level = look();
      onLevel(level);
      inARow = level >= enough ? inARow + 1 : 0;
      if (inARow >= IN_A_ROW) end(true);
      else if (performance.now() >= until) end(false);
    }, EVERY_MS);
  });
}
