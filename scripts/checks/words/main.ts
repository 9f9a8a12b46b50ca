// Checks names and sentences for developers against rules.ts. Part of `npm run lint`; with a folder
// or file as argument it lists all hits there, permitted ones too.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../start/paths.ts';
import { findWords } from './find-words.ts';
import { isPermitted, type PermittedWords, permitted } from './permitted.ts';

const [only] = process.argv.slice(2);
const NOT_OURS = /\/gen\/|sentences\.he|\.d\.ts$|^scripts\/checks\/words\//;
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !NOT_OURS.test(file))
  .filter((file) => only === undefined || file.startsWith(only));

const used = new Set<PermittedWords>();
const faults: string[] = [];
for (const file of files)
  for (const { rule, line, text } of findWords(readFileSync(join(ROOT, file), 'utf8'))) {
    const entry = permitted.find((one) => isPermitted(one, file, rule));
    if (entry !== undefined) used.add(entry);
    if (entry === undefined || only !== undefined) faults.push(`${file}:${line}: ${rule}: ${text}`);
  }
if (only === undefined)
  for (const entry of permitted)
    if (!used.has(entry)) faults.push(`permitted.ts: ${entry.path} ${entry.rules} is not needed`);

for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
else process.stdout.write(`${files.length} sources checked for words\n`);
