import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const HERE = import.meta.dirname;
const DEPCRUISE = join(HERE, '../../node_modules/.bin/depcruise');

interface Planted {
  readonly rule: string;
  readonly file: string;
  readonly imports: string;
}

/** Each file has one import, which the named rule must reject. */
const FORBIDDEN: readonly Planted[] = [
  {
    rule: 'proto-alone',
    file: 'proto/gen/a/v1/reaches-out.ts',
    imports: "import { clock } from '@portal/kit/clock';",
  },
  {
    rule: 'proto-alone',
    file: 'proto/gen/a/v1/knows-roles.ts',
    imports: "import { can } from '@portal/access/can';",
  },
  {
    rule: 'access-alone',
    file: 'proto/access/reads-proto.ts',
    imports: "import type { Exam } from '../gen/a/v1/exam.ts';",
  },
  {
    rule: 'access-alone',
    file: 'proto/access/checks-input.ts',
    imports: "import { z } from 'zod';",
  },
  {
    rule: 'kit-below-services',
    file: 'services/kit/knows-a-service.ts',
    imports: "import { seat } from '../registration/src/records/sessions/seat.ts';",
  },
  {
    rule: 'service-alone',
    file: 'services/payments/src/cards/peeks.ts',
    imports: "import { seat } from '../../../registration/src/records/sessions/seat.ts';",
  },
  {
    rule: 'service-alone',
    file: 'services/payments/src/cards/peeks-type.ts',
    imports: "import type { Seat } from '../../../registration/src/records/sessions/seat.ts';",
  },
  {
    rule: 'service-alone',
    file: 'services/payments/src/cards/peeks-late.ts',
    imports:
      "export const late = () => import('../../../registration/src/records/sessions/seat.ts');",
  },
  {
    rule: 'service-alone',
    file: 'services/payments/src/cards/peeks-again.ts',
    imports: "export { seat } from '../../../registration/src/records/sessions/seat.ts';",
  },
  {
    rule: 'service-alone',
    file: 'services/payments/src/cards/speaks-wire.ts',
    imports: "import { money } from '@portal/contract/types';",
  },
  {
    rule: 'contract-alone',
    file: 'bff/contract/leans.ts',
    imports: "import type { Clock } from '@portal/kit/clock';",
  },
  {
    rule: 'contract-alone',
    file: 'bff/contract/leans-package.ts',
    imports: "import express from 'express';",
  },
  {
    rule: 'bff-without-sources',
    file: 'bff/src/exams/shortcut.ts',
    imports: "import { seat } from '../../../services/registration/src/records/sessions/seat.ts';",
  },
  {
    rule: 'web-sees-contract-only',
    file: 'web/src/exams/rpc.tsx',
    imports: "import type { Exam } from '@portal/proto/a/v1/exam';",
  },
  {
    rule: 'web-sees-contract-only',
    file: 'web/src/exams/kit.ts',
    imports: "import { clock } from '@portal/kit/clock';",
  },
  {
    rule: 'web-without-node',
    file: 'web/src/exams/files.ts',
    imports: "import { readFileSync } from 'node:fs';",
  },
  {
    rule: 'web-areas-apart',
    file: 'web/src/exams/neighbour.tsx',
    imports: "import { card } from '../credits/card.tsx';",
  },
  {
    rule: 'web-areas-apart',
    file: 'web/src/exams/upward.ts',
    imports: "import { router } from '../app/router.ts';",
  },
  {
    rule: 'web-shared-below',
    file: 'web/src/shared/upward.ts',
    imports: "import { card } from '../credits/card.tsx';",
  },
  {
    rule: 'students-without-schemas',
    file: 'web/src/exams/checks.ts',
    imports: "import { money } from '@portal/contract/types';",
  },
  {
    rule: 'scripts-from-outside',
    file: 'scripts/e2e/inside.ts',
    imports: "import { seat } from '../../services/registration/src/records/sessions/seat.ts';",
  },
  {
    rule: 'scripts-from-outside',
    file: 'scripts/e2e/kit.ts',
    imports: "import { clock } from '@portal/kit/clock';",
  },
  {
    rule: 'simulation-without-pages',
    file: 'scripts/simulation/leans.ts',
    imports: "import { first } from '../../bff/src/http/first.ts';",
  },
  {
    rule: 'sandbox-alone',
    file: 'scripts/sandbox/shares.ts',
    imports: "import { money } from '@portal/contract/types';",
  },
  { rule: 'sandbox-packages', file: 'scripts/sandbox/leans.ts', imports: "import pg from 'pg';" },
  {
    rule: 'no-import-of-scripts',
    file: 'bff/src/exams/leans.ts',
    imports: "import { seed } from '../../../scripts/seed/seed.ts';",
  },
  {
    rule: 'resolvable',
    file: 'bff/src/exams/lost.ts',
    imports: "import { nothing } from './nowhere.ts';",
  },
  {
    rule: 'declared-package',
    file: 'services/payments/src/cards/borrows.ts',
    imports: "import express from 'express';",
  },
  {
    rule: 'declared-package',
    file: 'services/payments/src/cards/borrows-type.ts',
    imports: "import type { Express } from 'express';",
  },
  {
    rule: 'no-dev-package',
    file: 'services/payments/src/cards/needs-dev.ts',
    imports: "import { fc } from 'fast-check';",
  },
  {
    rule: 'tests-stay-tests',
    file: 'services/payments/src/cards/builds.ts',
    imports: "import { aCard } from '../testing.ts';",
  },
  {
    rule: 'own-store',
    file: 'services/payments/src/cards/reads-charges.ts',
    imports: "import { rows } from '../charges/records/store.ts';",
  },
  {
    rule: 'store-below',
    file: 'services/payments/src/fees/paying/store.ts',
    imports: "import { post } from '../../partners/cards.ts';",
  },
  {
    rule: 'rpc-thin',
    file: 'services/payments/src/charges/rpc.ts',
    imports: "import { rows } from './records/store.ts';",
  },
  {
    rule: 'event-thin',
    file: 'services/payments/src/charges/records/on-exam-moved.ts',
    imports: "import { rows } from './store.ts';",
  },
  {
    rule: 'partner-adapter',
    file: 'services/payments/src/partners/bank.ts',
    imports: "import { rows } from '../charges/records/store.ts';",
  },
  {
    rule: 'handlers-at-the-edge',
    file: 'services/payments/src/cards/calls-handler.ts',
    imports: "import { handlers } from '../charges/rpc.ts';",
  },
  {
    rule: 'handlers-at-the-edge',
    file: 'services/payments/src/cards/calls-event.ts',
    imports: "import { onRefund } from '../charges/records/on-refund.ts';",
  },
  {
    rule: 'capacity-alone',
    file: 'services/registration/src/booking/cancelling/ends-holds.ts',
    imports: "import { endHolds } from '../../capacity/seats/places/hold-store.ts';",
  },
  {
    rule: 'folders-downward',
    file: 'services/registration/src/records/sessions/looks-up.ts',
    imports: "import { book } from '../../booking/session-booking/book.ts';",
  },
  {
    rule: 'folders-downward',
    file: 'services/registration/src/booking/online/uses-a-rule.ts',
    imports: "import { refusal } from '../session-booking/booking-rules.ts';",
  },
  {
    rule: 'folders-downward',
    file: 'services/registration/src/newcomer/has-no-place.ts',
    imports: "import { seat } from '../records/sessions/seat.ts';",
  },
  {
    rule: 'folders-downward',
    file: 'services/registration/src/booking/newcomer/has-no-place.ts',
    imports: "import { refusal } from '../session-booking/booking-rules.ts';",
  },
  {
    rule: 'folders-downward',
    file: 'services/kit/database/runs-a-command.ts',
    imports: "import { command } from '../commands/command.ts';",
  },
];

/** Files that the rules must accept. */
const ALLOWED: Readonly<Record<string, string>> = {
  'services/kit/clock.ts':
    "import type { Status } from '@portal/proto/a/v1/exam';\n" +
    'export type Clock = () => Status;\nexport const clock = 1;',
  'services/registration/src/records/sessions/seat.ts':
    "import { clock } from '@portal/kit/clock';\n" +
    'export interface Seat { at: number }\nexport const seat = clock;',
  'services/registration/src/capacity/seats/places/hold-store.ts': 'export const endHolds = 1;',
  'services/registration/src/booking/session-booking/book.ts':
    "import { seat } from '../../records/sessions/seat.ts';\nexport const book = seat;",
  'services/registration/src/booking/session-booking/booking-rules.ts': 'export const refusal = 1;',
  'services/kit/commands/command.ts': 'export const command = 1;',
  'services/payments/src/testing.ts': 'export const aCard = 1;',
  'services/payments/src/cards/cards.test.ts':
    "import { aCard } from '../testing.ts';\nimport { fc } from 'fast-check';\n" +
    'export const t = [aCard, fc];',
  'services/payments/src/charges/records/store.ts': 'export const rows = 1;',
  'services/payments/src/charges/records/on-refund.ts': 'export const onRefund = 1;',
  'services/payments/src/charges/charge-card.ts':
    "import { rows } from './records/store.ts';\n" +
    "import { post } from '../partners/cards.ts';\nexport const c = [rows, post];",
  'services/payments/src/partners/cards.ts':
    "import { z } from 'zod';\nimport { clock } from '@portal/kit/clock';\n" +
    'export const post = [z, clock];',
  'services/payments/src/main.ts':
    "import { handlers } from './charges/rpc.ts';\nexport const m = handlers;",
  'proto/gen/a/v1/exam.ts': 'export interface Exam { id: number }\nexport type Status = number;',
  'proto/access/roles.ts': 'export const ROLES = 1;',
  'proto/access/can.ts': "import { ROLES } from './roles.ts';\nexport const can = ROLES;",
  'services/kit/authorize.ts':
    "import { can } from '@portal/access/can';\nexport const allowed = can;",
  'bff/contract/types.ts':
    "import { z } from 'zod';\nimport { can } from '@portal/access/can';\n" +
    'export const money = [z, can];\nexport type Money = number;',
  'bff/contract/days.ts': 'export const today = 1;',
  'bff/src/exams/routes.ts':
    "import express from 'express';\n" +
    "import { money } from '@portal/contract/types';\n" +
    "import { clock } from '@portal/kit/clock';\n" +
    "import type { Exam } from '@portal/proto/a/v1/exam';\n" +
    'export const r: Exam[] = [express, money, clock];',
  'web/src/main.tsx': "import { router } from './app/router.ts';\nexport const m = router;",
  'web/src/app/router.ts':
    "import { card } from '../credits/card.tsx';\nexport const router = card;",
  'web/src/credits/card.tsx':
    "import type { Money } from '@portal/contract/types';\n" +
    "import { api } from '../shared/api.ts';\n" +
    'export const card = (paid: Money) => <p>{[paid, api]}</p>;',
  'web/src/lookup/form.ts':
    "import { money } from '@portal/contract/types';\nexport const form = money;",
  'web/src/shared/api.ts':
    "import { today } from '@portal/contract/days';\n" +
    "import { can } from '@portal/access/can';\nexport const api = [today, can];",
  'scripts/seed/seed.ts':
    "import { connect } from '@portal/kit/grpc/client';\n" +
    "import { money } from '@portal/contract/types';\n" +
    'export const seed = [connect, money];',
  'services/kit/grpc/client.ts': 'export const connect = 1;',
  'scripts/sandbox/cards/cards.ts': "import express from 'express';\nexport const cards = express;",
};

const manifest = (name: string, dependencies: readonly string[], dev: readonly string[] = []) =>
  JSON.stringify({
    name,
    type: 'module',
    exports: { './*': name === '@portal/proto' ? './gen/*.ts' : './*.ts' },
    dependencies: Object.fromEntries(dependencies.map((d) => [d, '*'])),
    devDependencies: Object.fromEntries(dev.map((d) => [d, '*'])),
  });

const MANIFESTS: Readonly<Record<string, string>> = {
  'package.json': manifest('root', [], ['fast-check']),
  'proto/package.json': manifest('@portal/proto', ['@portal/kit', '@portal/access']),
  'proto/access/package.json': manifest('@portal/access', ['zod']),
  'services/kit/package.json': manifest('@portal/kit', ['@portal/access', '@portal/proto']),
  'services/registration/package.json': manifest('@portal/registration', ['@portal/kit']),
  'services/payments/package.json': manifest('@portal/payments', [
    '@portal/kit',
    '@portal/contract',
    'zod',
  ]),
  'bff/package.json': manifest('@portal/bff', [
    '@portal/kit',
    '@portal/proto',
    '@portal/contract',
    'express',
  ]),
  'bff/contract/package.json': manifest('@portal/contract', [
    'zod',
    '@portal/access',
    '@portal/kit',
    'express',
  ]),
  'web/package.json': manifest('@portal/web', [
    '@portal/access',
    '@portal/contract',
    '@portal/kit',
    '@portal/proto',
  ]),
  'scripts/package.json': manifest('@portal/scripts', ['@portal/kit', '@portal/contract', 'pg']),
  'scripts/sandbox/package.json': manifest('@portal/sandbox', [
    'express',
    'zod',
    '@portal/contract',
    'pg',
  ]),
  ...Object.fromEntries(
    ['zod', 'express', 'pg', 'fast-check'].flatMap((name) => [
      [
        `node_modules/${name}/package.json`,
        JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
      ],
      [`node_modules/${name}/index.js`, 'module.exports = {};'],
    ]),
  ),
};

const WORKSPACES = {
  kit: 'services/kit',
  proto: 'proto',
  access: 'proto/access',
  contract: 'bff/contract',
};

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

let root = '';
let violations: readonly Violation[] = [];

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), `${text}\n`);
}

function cruise(): readonly Violation[] {
  const output = execFileSync(
    process.execPath,
    [
      DEPCRUISE,
      '--config',
      join(HERE, 'imports.cjs'),
      '--output-type',
      'json',
      'services',
      'bff',
      'web/src',
      'scripts',
      'proto',
    ],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' }, maxBuffer: 64 << 20 },
  );
  return (JSON.parse(output) as { summary: { violations: Violation[] } }).summary.violations;
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'portal-imports-'));
  for (const [file, text] of [...Object.entries(MANIFESTS), ...Object.entries(ALLOWED)])
    write(file, text);
  for (const { file, imports } of FORBIDDEN) write(file, `${imports}\nexport const handlers = 1;`);
  write(
    'bff/src/http/first.ts',
    "import { second } from './second.ts';\nexport const first = () => second;",
  );
  write(
    'bff/src/http/second.ts',
    "import type { first } from './first.ts';\n" +
      'export const second = (): typeof first | undefined => undefined;',
  );
  mkdirSync(join(root, 'node_modules/@portal'), { recursive: true });
  for (const [name, folder] of Object.entries(WORKSPACES))
    symlinkSync(join(root, folder), join(root, 'node_modules/@portal', name));
  violations = cruise();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each(FORBIDDEN)('$rule rejects $file', ({ rule, file }) => {
  expect(violations.filter((v) => v.from === file).map((v) => v.rule.name)).toContain(rule);
});

test('rejects two files that import each other, also for types', () => {
  expect(violations.filter((v) => v.rule.name === 'no-cycle').map((v) => v.from)).toContain(
    'bff/src/http/first.ts',
  );
});

test('accepts the allowed imports', () => {
  expect(violations.filter((v) => v.from in ALLOWED)).toEqual([]);
});
