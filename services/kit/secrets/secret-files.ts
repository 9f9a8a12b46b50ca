import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { log } from '../observability/log.ts';

// Secrets as files, as Kubernetes mounts them. `DATABASE_URL_FILE=/path` replaces DATABASE_URL, and
// SECRETS_DIR is a folder whose files are named after the settings that they hold. They are read
// again every few seconds: a changed value is then in the environment, for code that reads it at
// each use, and passed to the listeners of `onSecretChange`.

const EVERY_MS = 2_000;
/**
 * Settings that may be given as files. Paths of certificates end like them, and are no secrets of
 * ours.
 */
const NAME = /^(?!\w*_TLS_)[A-Z][A-Z0-9_]*_(?:URL|KEY|KEYS|SECRET)$/;

type Environment = Record<string, string | undefined>;
/**
 * Takes a new value into use. Throws when it cannot be used: then the one before stays, in the
 * environment too, until the file changes again.
 */
export type TakeSecret = (value: string, before: string) => void;

const takers = new Map<string, Set<TakeSecret>>();
/** The file of each setting, and its last content. */
const followed = new Map<string, { file: string; content: string }>();
let timer: NodeJS.Timeout | undefined;

/** Editors and `echo` end a file with a line feed that no secret has. */
const read = (file: string): string => readFileSync(file, 'utf8').replace(/\r?\n$/, '');

/** The files that an environment names, by setting. Throws where a setting is given twice. */
function filesIn(env: Environment): Map<string, string> {
  const files = new Map<string, string>();
  const folder = env['SECRETS_DIR'];
  // Kubernetes keeps versions of a mounted Secret in folders beside it that begin with dots
  for (const name of folder ? readdirSync(folder) : [])
    if (NAME.test(name)) files.set(name, join(folder as string, name));
  for (const [variable, file] of Object.entries(env)) {
    const name = variable.replace(/_FILE$/, '');
    if (!file || name === variable || !NAME.test(name)) continue;
    if (files.has(name)) throw new Error(`${name} is given by ${variable} and in SECRETS_DIR`);
    files.set(name, file);
  }
  for (const name of files.keys())
    if (env[name] && !followed.has(name)) throw new Error(`${name} is given twice, once as a file`);
  return files;
}

/**
 * Puts the secrets that are files into the environment, and follows them from then on. Throws with
 * the name of the setting when one cannot be read.
 */
export function readSecretFiles(env: Environment = process.env, everyMs = EVERY_MS): void {
  for (const [name, file] of filesIn(env)) {
    const content = read(file);
    if (content === '') throw new Error(`${file}, which is to hold ${name}, is empty`);
    followed.set(name, { file, content });
    env[name] = content;
  }
  if (followed.size > 0) timer ??= setInterval(() => lookAgain(env), everyMs).unref();
}

/** Calls `take` when the file of this setting has another content. */
export function onSecretChange(name: string, take: TakeSecret): void {
  takers.set(name, (takers.get(name) ?? new Set()).add(take));
}

/** Reads all files again now. */
export function lookAgain(env: Environment = process.env): void {
  for (const [name, known] of followed) {
    let content: string;
    try {
      content = read(known.file);
    } catch (error) {
      log.warn({ err: error, setting: name }, 'a secret could not be read; the one before stays');
      continue;
    }
    // a file that is being written is empty for a moment
    if (content === '' || content === known.content) continue;
    known.content = content;
    const before = env[name] ?? '';
    try {
      for (const take of takers.get(name) ?? []) take(content, before);
      env[name] = content;
      log.info({ setting: name }, 'a secret was replaced');
    } catch (error) {
      log.error({ err: error, setting: name }, 'a new secret cannot be used; the one before stays');
    }
  }
}

/** Forgets all files, for tests. */
export function forgetSecretFiles(): void {
  clearInterval(timer);
  timer = undefined;
  followed.clear();
  takers.clear();
}
