import { mkdirSync, writeFileSync } from 'node:fs';
import { calls } from '../bff/contract/calls.ts';
import { streams } from '../bff/contract/live.ts';

// `npm run generate`: writes method and path of each call and stream, for pages, which load no
// schema.

const folder = new URL('../bff/contract/gen/', import.meta.url);
const specs = [
  ...calls.map(({ name, call }) => ({ name, ...call })),
  ...streams.map(({ name, stream }) => ({ name, ...stream, keyed: undefined })),
];
const lines = specs.map(
  ({ name, method, path, keyed }) => `  ${name}: ${JSON.stringify({ method, path, keyed })},\n`,
);
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL('endpoints.ts', folder),
  `// Generated from the calls of the contract by \`npm run generate\`.

export const endpoints = {\n${lines.join('')}} as const;\n`,
);
