import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from '../../../portal/databases.ts';
import { thePortal } from '../../../portal/place.ts';

interface Row {
  readonly id: string;
}

const tables = {
  registration: ['student_copy', 'exam_copy', 'location_copy', 'school_copy'],
  payments: ['student_copy', 'exam_copy', 'package_copy', 'price_copy', 'school_copy'],
} as const;

/** Returns the rows of every projection, by service and table. */
export async function projections(): Promise<Record<string, Row[]>> {
  const all = (['registration', 'payments'] as const).flatMap((service) =>
    tables[service].map((table) => ({ service, table })),
  );
  const rows = await Promise.all(
    all.map(
      async ({ service, table }) =>
        [
          `${service}.${table}`,
          await sql<Row>(service, `SELECT * FROM ${table} ORDER BY id`),
        ] as const,
    ),
  );
  return Object.fromEntries(rows);
}

/** Runs a service's own rebuild command as an operator would, beside the running service. */
export async function rebuild(service: keyof typeof tables): Promise<void> {
  const script = fileURLToPath(
    new URL(`../../../../services/${service}/src/projections/rebuild.ts`, import.meta.url),
  );
  const env = {
    ...process.env,
    ...thePortal.env,
    DATABASE_URL: thePortal.env[`${service.toUpperCase()}_DATABASE_URL`],
    GRPC_LISTEN: '127.0.0.1:0',
    ADMIN_LISTEN: '127.0.0.1:0',
  };
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, code] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>((ended) => child.once('close', ended)),
  ]);
  if (code !== 0)
    throw new Error(`rebuilding the projections of ${service} ended with ${code}: ${said}`);
}
