import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { root, services } from '../charts/charts.ts';
import { schemaFiles } from './tables/data-model.ts';

// Validates the schemas of all services in one process, with the code that `prisma validate` runs
// for one schema in a second.

const { validate } = createRequire(import.meta.url)('@prisma/prisma-schema-wasm') as {
  validate: (params: string) => void;
};

/** Throws when the schema of a service, kit's tables included, is invalid. */
function validateSchema(service: string): void {
  const prismaSchema = schemaFiles(service).map((file) => [
    file,
    readFileSync(`${root}${file}`, 'utf8'),
  ]);
  if (prismaSchema.length === 0) throw new Error(`${service} has no schema`);
  validate(JSON.stringify({ prismaSchema, noColor: true }));
}

for (const service of services) {
  try {
    validateSchema(service);
  } catch (error) {
    process.stdout.write(`${service}: ${String(error)}\n`);
    process.exitCode = 1;
  }
}
