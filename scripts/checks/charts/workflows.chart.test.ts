import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../start/paths.ts';
import { findTool, missing } from '../../tools/tools.ts';

test('actionlint finds nothing in the workflows of GitHub', () => {
  const actionlint = findTool('actionlint');
  if (!actionlint) throw new Error(missing('actionlint'));
  expect(execFileSync(actionlint, ['-no-color'], { cwd: ROOT, encoding: 'utf8' })).toBe('');
});
