import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Passwords and keys of this copy, made once. */
export type Secrets = Readonly<Record<string, string>>;

/** File of a data folder that holds them. */
export const SECRETS_FILE = 'secrets.json';

interface Making {
  /** Creates a value; by default 192 random bits. */
  readonly make?: (name: string) => string;
  /** A name that takes over the value of an older one, where a data folder from before has that. */
  readonly successors?: Secrets;
}

const random = (): string => randomBytes(24).toString('base64url');

/** Reads `secrets.json` and adds what is missing; the file is for its owner alone. */
export function keepSecrets(
  dataDir: string,
  names: readonly string[],
  { make = random, successors = {} }: Making = {},
): Secrets {
  const file = join(dataDir, SECRETS_FILE);
  let secrets: Record<string, string> = {};
  try {
    secrets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const missing = names.filter((name) => !secrets[name]);
  if (missing.length === 0) return secrets;
  for (const name of missing) {
    const older = secrets[successors[name] ?? ''];
    secrets[name] = older ?? make(name);
  }
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}
