import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npmProgram, ROOT } from '../../start/paths.ts';

/** Returns the messages of a catalogue with their translations; '' if missing. */
function messagesOf(catalogue: string): Map<string, string> {
  const textOf = (entry: string, field: string): string => {
    const [, lines = ''] =
      new RegExp(`^${field} ((?:"(?:[^"\\\\]|\\\\.)*"\\n?)+)`, 'm').exec(entry) ?? [];
    return [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join('');
  };
  return new Map(
    catalogue
      .split('\n\n')
      .map((entry): [string, string] => [textOf(entry, 'msgid'), textOf(entry, 'msgstr')])
      .filter(([id]) => id !== ''),
  );
}

/** Returns values and marks of a message: '{name}', '<0>', '#'. */
const slotsOf = (message: string): string[] =>
  [...new Set(message.match(/\{\w+(?=[,}])|<\/?\d+\/?>/g) ?? [])].sort();

/** The folders in which Lingui runs, and the folders of their catalogues. */
export const CATALOGUES = [
  { source: 'web', texts: 'web/texts' },
  { source: 'services/kit', texts: 'services/kit/texts' },
] as const;
type Catalogue = (typeof CATALOGUES)[number];

/** Returns the differences between the stored catalogue and the one extracted from the code. */
export function faultsOf(kept: string, extracted: string): string[] {
  const [here, now] = [messagesOf(kept), messagesOf(extracted)];
  const entries = [...here];
  return [
    ...[...now.keys()].filter((text) => !here.has(text)).map((text) => `not in he.po: ${text}`),
    ...entries.filter(([text]) => !now.has(text)).map(([text]) => `no longer used: ${text}`),
    ...entries.filter(([, said]) => said === '').map(([text]) => `not translated: ${text}`),
    ...entries
      .filter(([text, said]) => said !== '' && slotsOf(text).join() !== slotsOf(said).join())
      .map(([text, said]) => `other values or marks: ${text} | ${said}`),
  ];
}

/** Returns the differences between a Hebrew catalogue and the code; `npm run texts` updates it. */
export async function catalogueFaults({ source, texts }: Catalogue): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-texts-'));
  try {
    cpSync(join(ROOT, texts), folder, { recursive: true });
    await promisify(execFile)(npmProgram('lingui'), ['extract', '--clean', '--workers', '1'], {
      cwd: join(ROOT, source),
      env: { ...process.env, TEXTS_DIR: folder },
    });
    const [kept, extracted] = [join(ROOT, texts), folder].map((place) =>
      readFileSync(join(place, 'he.po'), 'utf8'),
    );
    return faultsOf(kept ?? '', extracted ?? '').map((fault) => `${texts}: ${fault}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
