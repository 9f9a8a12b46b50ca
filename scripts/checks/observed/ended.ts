import type { ChildProcess } from 'node:child_process';

/** Asks a program to end, and waits until it has. */
export const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || !child.kill()) return done();
    child.once('exit', () => done());
  });
