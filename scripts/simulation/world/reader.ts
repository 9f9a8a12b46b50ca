import type { Sql } from '@portal/kit/database/database';
import type { Server } from '../postgres/server.ts';

const camelCase = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The committed rows of a database as the services read them, for queries alone. */
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
