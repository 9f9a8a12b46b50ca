import { expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { services } from './charts/charts.ts';
import { type Field, modelsOf, schemaFiles, textOf } from './sql/tables/data-model.ts';
import { generatedFiles, owners } from './sql/tables/generated.ts';

/** PostgreSQL's name of the type of a field of the model. */
const usual: Record<string, string> = {
  BigInt: 'int8',
  Int: 'int4',
  String: 'text',
  Boolean: 'bool',
  DateTime: 'timestamptz',
  Json: 'jsonb',
  Decimal: 'numeric',
  Float: 'float8',
  Bytes: 'bytea',
};
const native: Record<string, string> = {
  Uuid: 'uuid',
  Date: 'date',
  Timestamptz: 'timestamptz',
  Timestamp: 'timestamp',
  Time: 'time',
  VarChar: 'varchar',
  Char: 'bpchar',
  Text: 'text',
  SmallInt: 'int2',
  JsonB: 'jsonb',
  Integer: 'int4',
  BigInt: 'int8',
  Inet: 'inet',
};
function columnOf(field: Field): string {
  const type = field.nativeType
    ? (native[field.nativeType[0]] ?? field.nativeType[0])
    : (usual[field.type] ?? field.type);
  return `${field.isList ? '_' : ''}${type}${field.isRequired || field.isList ? ' not null' : ''}`;
}

function described(schema: string): Record<string, Record<string, string>> {
  return Object.fromEntries(
    modelsOf(schema).map((model) => [
      model.dbName ?? model.name,
      Object.fromEntries(
        model.fields.map((field) => [field.dbName ?? field.name, columnOf(field)]),
      ),
    ]),
  );
}

async function migrated(db: TestDatabase): Promise<Record<string, Record<string, string>>> {
  const columns = await db.many<{
    tableName: string;
    columnName: string;
    udtName: string;
    isNullable: string;
  }>`
    SELECT c.table_name, c.column_name, c.udt_name, c.is_nullable FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_schema = c.table_schema
      AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
    WHERE c.table_schema = 'public' AND c.table_name <> '_prisma_migrations'`;
  const tables: Record<string, Record<string, string>> = {};
  for (const { tableName, columnName, udtName, isNullable } of columns) {
    tables[tableName] ??= {};
    const isList = udtName.startsWith('_');
    (tables[tableName] as Record<string, string>)[columnName] =
      `${udtName}${isNullable === 'NO' || isList ? ' not null' : ''}`;
  }
  return tables;
}

test.each([...services])(
  'the migrations of %s create the tables that its prisma folder describes',
  async (service) => {
    const db = await freshDatabase(service);
    try {
      expect(await migrated(db)).toEqual(described(textOf(schemaFiles(service))));
    } finally {
      await db.drop();
    }
  },
);

test.each([...services])('the prisma folder of %s describes the tables of kit', (service) => {
  expect(schemaFiles(service)).toContain(`services/${service}/prisma/kit.prisma`);
});

test.each(owners.flatMap(generatedFiles))('$file is generated', ({ file, text }) => {
  expect(textOf([file])).toBe(text);
});

test('notices a column that only the schema has', () => {
  const schema =
    'datasource db {\n  provider = "postgresql"\n}\nmodel Coin {\n  id BigInt @id\n' +
    '  owner String? @map("owner_name")\n  tags String[]\n' +
    '  minted DateTime @db.Timestamptz(6)\n  @@map("coin")\n}';
  expect(described(schema)).toEqual({
    coin: {
      id: 'int8 not null',
      owner_name: 'text',
      tags: '_text not null',
      minted: 'timestamptz not null',
    },
  });
});
