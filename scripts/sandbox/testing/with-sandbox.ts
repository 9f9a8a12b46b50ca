import { afterEach, beforeEach } from '@jest/globals';
import { startSandbox, type TestSandbox } from '../testing.ts';

/** The sandbox of the test that runs. */
export let sandbox: TestSandbox;

/** Gives each test of a file a sandbox of its own. */
export function withSandbox(): void {
  beforeEach(async () => {
    sandbox = await startSandbox();
  });
  afterEach(() => sandbox.stop());
}
