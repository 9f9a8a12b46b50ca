import { setTimeout as pause } from 'node:timers/promises';
import { FACTOR, type Site } from './site/site.ts';
import type { Walk } from './walk.ts';

/** The result of an alert's walk. Times in seconds; null if it did not happen. */
export interface Walked {
  readonly alert: string;
  readonly cause: string;
  readonly factor: number;
  /** From the beginning of the cause. */
  readonly firedAfter: number | null;
  /** From the first step of the runbook. */
  readonly healedAfter: number | null;
  /** Why the walk failed; null: it did not. */
  readonly error: string | null;
}

/** A busy machine needs several times as long as an idle one. */
const TIMEOUT_MS = 300_000;
const POLL_MS = 250;

/** Returns the factor by which the durations of an alert's rule are shortened in a walk. */
export const factorOf = ({ factor = FACTOR }: Walk, alert: string): number =>
  typeof factor === 'number' ? factor : (factor[alert] ?? FACTOR);

const isFiring = async ({ watch }: Site, walk: Walk, alert: string): Promise<boolean> =>
  (await watch.firing(factorOf(walk, alert))).has(alert);

/** Waits until all alerts of a walk fire, or no longer do; records the seconds until each. */
async function reach(
  site: Site,
  walk: Walk,
  { fires, since, seen }: { fires: boolean; since: number; seen: Map<string, number> },
): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  for (;;) {
    const left = walk.alerts.filter((alert) => !seen.has(alert));
    for (const alert of left)
      if ((await isFiring(site, walk, alert)) === fires)
        seen.set(alert, (performance.now() - since) / 1000);
    if (seen.size === walk.alerts.length) return;
    if (performance.now() > end)
      throw new Error(`${left.join(', ')} ${fires ? 'did not fire' : 'goes on firing'}`);
    await pause(POLL_MS);
  }
}

/** Starts one cause, follows the runbook, and waits for the alerts to fire and end. */
export async function runWalk(site: Site, walk: Walk): Promise<Walked[]> {
  const [fired, healed] = [new Map<string, number>(), new Map<string, number>()];
  const scene = new AsyncDisposableStack();
  let error: string | null = null;
  try {
    await reach(site, walk, { fires: false, since: 0, seen: new Map() });
    const begun = performance.now();
    const way = await walk.provoke(site, scene);
    await reach(site, walk, { fires: true, since: begun, seen: fired });
    const following = performance.now();
    await way.follow();
    await reach(site, walk, { fires: false, since: following, seen: healed });
    await way.healed?.();
    await site.serves();
  } catch (wrong) {
    error = wrong instanceof Error ? wrong.message : String(wrong);
  }
  await scene.disposeAsync().catch((wrong: unknown) => {
    error ??= `the cleanup after the walk failed: ${wrong}`;
  });
  return walk.alerts.map((alert) => ({
    alert,
    cause: walk.cause,
    factor: factorOf(walk, alert),
    firedAfter: fired.get(alert) ?? null,
    healedAfter: healed.get(alert) ?? null,
    error,
  }));
}
