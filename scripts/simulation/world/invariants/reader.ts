import type { Sql } from '@portal/kit/database/database';
import type { Server } from '../../postgres/server.ts';

const camelCase = (column: string): string =>
  column.replace(/_([a-z])/g, (_, char: string) => char.toUpperCase());

/** Reads the committed rows of a database as the services' queries do; cannot write. */
export function reader(server: Server): Sql {
  const many = async <R>(text: TemplateStringsArray, ...values: unknown[]): Promise<R[]> =>
    server
      .read<Record<string, unknown>>(
        text.reduce((sql, part, index) => `${sql}$${index}${part}`),
        values,
      )
      .map(
        (row) =>
          Object.fromEntries(
            Object.entries(row).map(([column, value]) => [camelCase(column), value]),
          ) as R,
      );
  return {
    many,
    maybe: async <R>(text: TemplateStringsArray, ...values: unknown[]) =>
      (await many<R>(text, ...values))[0],
    one: async <R>(text: TemplateStringsArray, ...values: unknown[]) =>
      (await many<R>(text, ...values))[0] as R,
    run: async (text, ...values) => (await many(text, ...values)).length,
  };
}
