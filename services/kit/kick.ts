import { EventEmitter } from 'node:events';

const bell = new EventEmitter();
let ringing = false;

/** Says that a commit left something to send; the relay and the mail job listen, so they need not poll fast. */
export function kick(): void {
  if (ringing) return;
  ringing = true;
  setTimeout(() => {
    ringing = false;
    bell.emit('left');
  }, 15).unref();
}

/** Listens for commits that left something to send; gives back how to stop. */
export function onKick(listener: () => void): () => void {
  bell.on('left', listener);
  return () => bell.off('left', listener);
}
