/** What a global setup of Jest hands to its teardown: the two are loaded apart. */
const KEPT = new Map<string, () => Promise<void>>();
const SYMBOL = Symbol.for('portal.tests.kept');
const shared = globalThis as { [SYMBOL]?: Map<string, () => Promise<void>> };
shared[SYMBOL] ??= KEPT;

/** Keeps how to end what a setup started. */
export function keep(name: string, stop: () => Promise<void>): void {
  shared[SYMBOL]?.set(name, stop);
}

/** Ends it; nothing when it was never started. */
export async function endKept(name: string): Promise<void> {
  await shared[SYMBOL]?.get(name)?.();
  shared[SYMBOL]?.delete(name);
}
