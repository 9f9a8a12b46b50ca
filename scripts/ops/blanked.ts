import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../start/user-error.ts';
import { verbs } from './verbs.ts';

/** The file of a backup with the ids of the students who were blanked, separated by white space. */
export const BLANKED = 'blanked';

/** The command of identity that prints these ids, and the one that blanks students again. */
export const listCommand = commandOf('blanked', []);
export const blankAgain = (ids: readonly string[]) => commandOf('blank-again', ids);

function commandOf(name: 'blanked' | 'blank-again', words: readonly string[]): readonly string[] {
  const task = verbs[name]?.task(words, {});
  if (typeof task !== 'object' || task.kind !== 'service') throw new Error(`${name}: ${task}`);
  return task.command;
}

/** Parses a list of student ids. Throws a UserError that names the list when it is invalid. */
export function idsOf(text: string, name: string): string[] {
  const ids = text.split(/\s+/).filter((word) => word !== '');
  if (ids.length > 0 && typeof verbs['blank-again']?.task(ids, {}) === 'string')
    throw new UserError(`${name} is not a list of student ids.`);
  return ids;
}

/** Writes the list of a backup; only its owner may read it. */
export const writeBlanked = (folder: string, ids: readonly string[]): void =>
  writeFileSync(join(folder, BLANKED), `${ids.join(' ')}\n`, { mode: 0o600 });

/**
 * Returns the ids of all students to blank again after a restore: those of the backup, of the list
 * that the operator names, and of identity's database as it is now. It keeps them with the backup,
 * since a restore that is interrupted may have replaced that database. R-593
 */
export function collectBlanked(
  folder: string,
  named: string | undefined,
  current: string | undefined,
): string[] {
  const ofBackup = join(folder, BLANKED);
  const kept = existsSync(ofBackup) ? idsOf(readFileSync(ofBackup, 'utf8'), ofBackup) : [];
  const all = new Set([...kept, ...readNamed(named), ...idsOf(current ?? '', 'identity')]);
  const ids = [...all].sort((a, b) => Number(a) - Number(b));
  if (ids.length > kept.length) writeBlanked(folder, ids);
  return ids;
}

function readNamed(file: string | undefined): string[] {
  if (file === undefined) return [];
  if (!existsSync(file)) throw new UserError(`${file} does not exist.`);
  return idsOf(readFileSync(file, 'utf8'), file);
}
