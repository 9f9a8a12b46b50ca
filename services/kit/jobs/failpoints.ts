type Hook = (mark: string) => Promise<void> | void;

/**
 * Symbol under which a fault test puts its hook, loaded by --import; nothing in the product sets
 * it.
 */
const HOOK = Symbol.for('portal.failpoints');

/** Names a point at which a process may die. Does nothing unless a fault test has put a hook in. */
export async function failpoint(name: string): Promise<void> {
  await (globalThis as { [HOOK]?: Hook })[HOOK]?.(name);
}
