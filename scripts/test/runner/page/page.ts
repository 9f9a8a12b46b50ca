import { cleanup } from '@testing-library/react';
import { clearCookies } from './page-world.ts';

// The one page of a worker, which each test file finds as if it were new.

type Cancel = () => void;
const running = new Map<unknown, Cancel>();

/** Notes what is begun by a global function and not yet ended, so that it can be taken back. */
function noteBegun(begin: string, end: string): void {
  const world = globalThis as unknown as Record<string, (...all: unknown[]) => unknown>;
  const [start, stop] = [world[begin], world[end]];
  if (!start || !stop) throw new Error(`there is no ${begin}`);
  world[begin] = (...all: unknown[]) => {
    const handle = start(...all);
    running.set(handle, () => stop(handle));
    return handle;
  };
}
noteBegun('setTimeout', 'clearTimeout');
noteBegun('setInterval', 'clearInterval');
noteBegun('requestAnimationFrame', 'cancelAnimationFrame');

/** Takes off what a test has rendered. */
export const unmount = cleanup;

/** Empties the page after a file: document, cookies, storage, address and timers. */
export function resetPage(): void {
  cleanup();
  for (const cancel of running.values()) cancel();
  running.clear();
  for (const element of [document.head, document.body]) element.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  clearCookies();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}
