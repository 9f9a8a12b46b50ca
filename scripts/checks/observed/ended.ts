import type { ChildProcess } from 'node:child_process';

/** Sends a program SIGTERM, and waits until it has ended. */
export const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || !child.kill()) return done();
    child.once('exit', () => done());
  });
