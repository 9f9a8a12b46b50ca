import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateCode } from './build.ts';
import { messageOf } from './user-error.ts';

// Makes generated code where it is missing or older than its sources, before a command is loaded
// that imports it: in a fresh clone nothing has made it yet.

const dataDir = mkdtempSync(join(tmpdir(), 'portal-code-'));
try {
  await generateCode({ dataDir, report: (line) => process.stderr.write(`${line}\n`) });
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
