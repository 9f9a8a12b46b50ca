// Claims of docs/security/asvs.md about all product code, read from its sources. Each check is
// tried on a line that it must find.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { calls } from '@portal/contract/calls';
import { ROOT } from '../start/paths.ts';

const isProduct = (file: string): boolean =>
  !/\.test\.tsx?$|\/testing(\/|\.)|\/(gen|node_modules|dist|demo)\/|seed/.test(file);
const sourcesOf = (...patterns: string[]) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter(isProduct)
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
const server = sourcesOf('services/*/src/**/*.ts', 'services/kit/**/*.ts', 'bff/src/**/*.ts');
const pages = sourcesOf('web/src/**/*.ts', 'web/src/**/*.tsx');

interface Claim {
  sources: typeof server;
  pattern: RegExp;
  /** A line that the pattern must find. */
  found: string;
  /** Files where the pattern has another meaning, or that are the only permitted place. */
  except?: readonly string[];
}

/** Tests that no line of the sources has the pattern. */
const holds =
  ({ sources, pattern, found, except = [] }: Claim) =>
  () => {
    expect(pattern.test(found)).toBe(true);
    const lines = sources.flatMap(({ file, text }) =>
      text
        .split('\n')
        .filter((line) => pattern.test(line) && !/^\s*(?:\/\/|\*)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(sources.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !except.some((file) => line.startsWith(file)))).toEqual([]);
  };

test(
  'no text is run as code',
  holds({
    sources: [...server, ...pages],
    pattern: /(?<![.\w])eval\(|new Function\(|\bset(?:Timeout|Interval)\(\s*['"`]/,
    found: "setTimeout('work()')",
  }),
);

test(
  'no operating system command is run',
  holds({
    sources: server,
    pattern: /from 'node:child_process'/,
    found: "import { exec } from 'node:child_process';",
    // the reader of tables: Node.js itself, with fixed arguments
    except: ["services/kit/files/table/worker-line.ts: import { fork } from 'node:child_process';"],
  }),
);

test(
  'no service writes a file',
  holds({
    sources: server.filter(({ file }) => !file.startsWith('services/kit/backup/')),
    pattern: /\b(?:writeFile|writeFileSync|createWriteStream|appendFile|mkdtemp)\(/,
    found: 'await writeFile(path, content)',
  }),
);

test(
  'a field of a password hides it',
  holds({
    sources: pages,
    pattern: /<TextInput[^>]*autoComplete="(?:current|new)-password"/,
    found: '<TextInput autoComplete="new-password" />',
  }),
);

test(
  'the BFF redirects nothing',
  holds({
    sources: server.filter(({ file }) => file.startsWith('bff/')),
    pattern: /\.redirect\(|\.(?:set|setHeader|append)\('location'/i,
    found: 'response.redirect(url)',
  }),
);

test(
  'pages exchange no messages with other windows',
  holds({
    sources: pages,
    pattern: /(?:window|parent|opener|top)\.postMessage\(|window\.addEventListener\('message'/,
    found: "window.addEventListener('message', work)",
  }),
);

test(
  'a client of partners follows no redirect',
  holds({
    sources: server.filter(({ text }) => /\bfetch\(/.test(text)),
    pattern: /redirect: 'follow'/,
    found: "fetch(url, { redirect: 'follow' })",
  }),
);

test(
  'secrets are made by a generator for cryptography',
  holds({
    sources: server,
    pattern: /(?:secret|token|code|password|sid)\w*\s*=[^;\n]*Math\.random/i,
    found: 'const token = Math.random()',
  }),
);

test(
  'no weak hash protects anything',
  holds({
    sources: server,
    pattern: /create(?:Hash|Hmac)\('(?:md5|sha1)'/,
    found: "createHash('md5')",
    // names of prepared statements, and ETags
    except: [
      'services/kit/database/database.ts',
      'bff/src/http/prepared.ts',
      'bff/src/http/pages/web-files.ts',
    ],
  }),
);

test(
  'no block cipher runs without authentication',
  holds({
    sources: server,
    pattern: /'(?:aes|des|rc)[\w-]*-(?:ecb|cbc|ctr)'|'rc4'/i,
    found: "createCipheriv('aes-256-cbc', key, iv)",
  }),
);

test(
  'pages keep what they store to themselves and hold no personal data in it',
  holds({
    sources: pages,
    pattern: /(?:local|session)Storage\.setItem\([^)]*(?:email|name|phone|ssn|dob|password)/i,
    found: "localStorage.setItem('last', email)",
  }),
);

test(
  'no password field hinders a password manager',
  holds({
    sources: pages,
    pattern: /type="password"[^>]*autoComplete="off"|onPaste=\{[^}]*preventDefault/,
    found: '<input type="password" autoComplete="off">',
  }),
);

test('searches for people are bodies, never addresses', () => {
  const methodOf = (name: string) => calls.find((one) => one.name === name)?.call.method;
  for (const name of ['findStudent', 'exportLookup', 'suggestStudents', 'find'])
    expect(methodOf(name)).toBe('POST');
});
