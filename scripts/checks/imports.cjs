// Who may import whom: the folders of docs/architecture.md as rules of dependency-cruiser. imports.test.ts
// plants a forbidden import for every rule and sees it refused. Paths are relative to the root;
// `$1` is what the first group of `from` matched.
const TEST = '\\.test\\.tsx?$|(^|/)testing\\.tsx?$|(^|/)testing/';
/** Test files that the tests of the runner run: pages among them. */
const PLANTED = '^scripts/test/runner/planted/';
const OURS = '^(services|bff|web|scripts|proto)/';
const SERVICE = '^services/(?!kit/)([^/]+)/';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const betweenParts = [
  forbid(
    'proto-alone',
    'Generated code knows the protobuf runtime and nothing of ours.',
    { path: '^proto/(?!access/)' },
    { path: OURS, pathNot: '^proto/(?!access/)' },
  ),
  forbid(
    'access-alone',
    'Roles and permissions are data and pure functions: browsers load them.',
    { path: '^proto/access/', pathNot: TEST },
    { pathNot: '^proto/access/' },
  ),
  forbid(
    'kit-below-services',
    'Kit serves every process: it knows no service.',
    { path: '^services/kit/' },
    { path: OURS, pathNot: '^(services/kit|proto)/' },
  ),
  forbid(
    'service-alone',
    'A service talks to another by gRPC or events, never by import.',
    { path: SERVICE },
    { path: OURS, pathNot: '^(services/kit|services/$1|proto)/' },
  ),
  forbid(
    'contract-alone',
    'The contract imports only zod and the permissions: browsers load it.',
    { path: '^bff/contract/', pathNot: TEST },
    { pathNot: ['^(bff/contract|proto/access)/', '(^|/)node_modules/zod/'] },
  ),
  forbid(
    'bff-without-sources',
    'The BFF calls services by gRPC and imports nothing of the page.',
    { path: '^bff/(src|pact)/' },
    { path: OURS, pathNot: '^(bff|proto|services/kit)/' },
  ),
  forbid(
    'web-sees-contract-only',
    'The page imports the contract and the permissions, never the services behind them.',
    { path: '^web/src/' },
    { path: OURS, pathNot: '^(web/(src|texts)|bff/contract|proto/access)/' },
  ),
  forbid(
    'web-without-node',
    'Nothing of Node reaches a browser.',
    { path: '^web/src/', pathNot: TEST },
    { dependencyTypes: ['core'] },
  ),
  forbid(
    'web-areas-apart',
    'An area of the web knows itself, shared and the contract.',
    { path: '^web/src/(?!app/|shared/)([^/]+)/' },
    { path: '^web/src/', pathNot: '^web/src/($1|shared)/' },
  ),
  forbid(
    'web-shared-below',
    'Code that areas share imports no area and not the app.',
    { path: '^web/src/shared/' },
    { path: '^web/src/', pathNot: '^web/src/shared/' },
  ),
  forbid(
    'students-without-schemas',
    'Schemas import zod, 24 kB that no page of a student needs: ' +
      'their part of the contract is separate.',
    {
      path: '^web/src/(app|assignments|credits|enrol|exams|online|profile|sessions|shared/(?!students/)|sign-in|study)/',
      pathNot: TEST,
    },
    {
      path: '^bff/contract/',
      pathNot:
        '/(action-of|assignment-file|card-checks|credit-totals|days|endpoints|exam-search|exam-view|finder-kinds|get-or-buy|grade-status|receipt-years|session-card|session-header|staff-area|staff-pages)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'students-without-staff-forms',
    "The form of a student's record is for areas of staff; it brings the schemas.",
    {
      path: '^web/src/(app|assignments|credits|enrol|exams|online|profile|sessions|shared/(?!students/)|sign-in|study)/',
    },
    { path: '^web/src/shared/students/' },
  ),
  forbid(
    'scripts-from-outside',
    "Scripts see the product from outside: the contract, the protos, kit's client with its keys, kit's clock, the id of a request, the head of a backup, the check of an email address, what production refuses, testing, and the Hebrew of refusals, which a check holds beside them.",
    { path: '^scripts/(?!sandbox/|simulation/)' },
    {
      path: '^(services|bff|web)/',
      pathNot:
        '^(bff/contract/|services/kit/(grpc/client|auth/callers|auth/token-keys|backup/backup-head|observability/request-id|person-fields|secrets/deployment|steady-clock|testing|testing/(after-test|database-clock|software-passkey|test-settings|verify-webhook))\\.ts$|web/src/shared/language/sentences\\.he\\.ts$)',
    },
  ),
  forbid(
    'simulation-without-pages',
    "The simulation runs the services' own source in a world of its making, and nothing above them.",
    { path: '^scripts/simulation/' },
    { path: '^(bff|web|scripts/(e2e|portal|portal-user|seed|sandbox|bench|load))/' },
  ),
  forbid(
    'sandbox-alone',
    'The partner sandbox must not share our idea of a partner.',
    { path: '^scripts/sandbox/' },
    { path: OURS, pathNot: '^scripts/sandbox/' },
  ),
  forbid(
    'sandbox-packages',
    'The partner sandbox needs express and zod alone.',
    { path: '^scripts/sandbox/', pathNot: TEST },
    { path: 'node_modules/', pathNot: 'node_modules/(@types/)?(express|zod)' },
  ),
  forbid(
    'no-import-of-scripts',
    'Product code never imports scripts.',
    { path: '^(services|bff|web|proto)/' },
    { path: '^scripts/' },
  ),
];

const everywhere = [
  forbid(
    'no-cycle',
    'Two files that import each other are one file, or a third is missing.',
    {},
    { circular: true },
  ),
  // k6 brings its own modules: they are in no folder.
  forbid(
    'resolvable',
    'An import that leads nowhere.',
    { pathNot: PLANTED },
    { couldNotResolve: true, pathNot: '^k6(/|$)' },
  ),
  forbid(
    'declared-package',
    'A package that is not in the package.json of its workspace.',
    { path: OURS, pathNot: PLANTED },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  forbid(
    'no-dev-package',
    'Product code that needs a package which an image leaves out.',
    { path: '^(services|bff|web/src|proto)/', pathNot: [TEST, '^web/vite'] },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
  ),
  forbid(
    'tests-stay-tests',
    'Product code that imports a test.',
    { path: OURS, pathNot: [TEST, '^scripts/', '^bff/pact/'] },
    { path: TEST },
  ),
];

// File roles inside a service. What a rule or a command is cannot be seen from a name, so these
// hold for the names that can, also in the folders of a capability.
const roles = [
  forbid(
    'own-store',
    "A capability's tables are queried through its exported functions.",
    { path: '^(services/[^/]+/src/[^/]+/)', pathNot: TEST },
    { path: '^services/[^/]+/src/.+/store\\.ts$', pathNot: '^$1' },
  ),
  forbid(
    'capacity-alone',
    'Seats, holds and places are written by capacity alone, through what it exports.',
    { path: '^services/registration/', pathNot: '^services/registration/src/capacity/seats/' },
    { path: '^services/registration/src/capacity/seats/places/(hold-)?store\\.ts$' },
  ),
  forbid(
    'store-below',
    'A store is SQL: it calls no command, no partner, no handler.',
    { path: '/src/.+/store\\.ts$' },
    { path: '(/|^)(rpc|process|on-[^/]+)\\.ts$|/partners/' },
  ),
  forbid(
    'rpc-thin',
    'An RPC turns a proto into a command and back: no SQL, no partner.',
    { path: '/src/.+/rpc\\.ts$' },
    { path: '/store\\.ts$|/partners/|/on-[^/]+\\.ts$' },
  ),
  forbid(
    'event-thin',
    'An event becomes a command: no SQL, no partner, no handler.',
    { path: '/src/.+/on-[^/]+\\.ts$', pathNot: TEST },
    { path: '/store\\.ts$|/partners/|/rpc\\.ts$' },
  ),
  forbid(
    'partner-adapter',
    'The adapter of a partner knows kit, its own schemas and the errors of its service.',
    { path: '^services/[^/]+/src/partners/', pathNot: TEST },
    { path: '^services/', pathNot: '^services/(kit|[^/]+/src/partners)/|/src/(env|errors)\\.ts$' },
  ),
  forbid(
    'handlers-at-the-edge',
    'Only main imports handlers.',
    { path: '^services/[^/]+/src/[^/]+/', pathNot: TEST },
    { path: '^services/[^/]+/src/.+/(rpc|on-[^/]+)\\.ts$' },
  ),
];

// One rule for every package: its folders import each other in one direction (folder-order.cjs). Files
// that join folders stay outside the order: rpc.ts and on-*.ts of services, routes of the BFF, tests,
// and files directly in the package.
const EDGE = ['/rpc\\.ts$', '/on-[^/]+\\.ts$', 'routes\\.ts$'];
const downward = (parent, from, to) =>
  forbid(
    'folders-downward',
    'The folders of a package import each other in one direction.',
    { path: `^${parent}/${from}/`, pathNot: [TEST, ...EDGE] },
    { path: `^${parent}/${to}/`, pathNot: TEST },
  );
const folders = Object.entries(require('./folder-order.cjs')).flatMap(([parent, order]) => [
  ...order
    .slice(0, -1)
    .map((name, index) => downward(parent, name, `(${order.slice(index + 1).join('|')})`)),
  downward(parent, `(?!(${order.join('|')}|testing)/)[^/]+`, '[^/]+'),
]);

// The parser reads `using x = …`, the visitor that comes with it does not know the statement yet;
// it is looked into like `const x = …`.
const { Visitor } = require('@swc/core/Visitor.js');
const visitStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function visitAny(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  statement.decls = this.visitVariableDeclarators(statement.decls);
  return statement;
};

module.exports = {
  forbidden: [...betweenParts, ...everywhere, ...roles, ...folders],
  options: {
    parser: 'swc',
    combinedDependencies: true,
    doNotFollow: { path: ['node_modules'] },
    exclude: { path: ['(^|/)(dist|coverage|\\.data)/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
    builtInModules: { add: ['node:sqlite'] },
  },
};
