import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { root } from '../../charts/charts.ts';

const { get_dmmf } = createRequire(import.meta.url)('@prisma/prisma-schema-wasm') as {
  get_dmmf: (params: string) => string;
};

export interface Field {
  readonly name: string;
  readonly dbName: string | null;
  readonly kind: 'scalar' | 'object' | 'enum' | 'unsupported';
  readonly type: string;
  readonly nativeType: readonly [string, readonly string[]] | null;
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly documentation?: string;
  /** Words after `@` in its comment: how exports and blanking treat it. */
  readonly markers: readonly string[];
}
export interface Model {
  readonly name: string;
  readonly dbName: string | null;
  /** Columns, without relations to other models. */
  readonly fields: readonly Field[];
  /** Names of the fields by which an index, a key or a unique constraint finds rows. */
  readonly indexed: readonly string[];
  readonly documentation?: string;
  readonly markers: readonly string[];
}

interface Index {
  readonly model: string;
  readonly fields: readonly { readonly name: string }[];
}

const DATASOURCE = 'datasource db {\n  provider = "postgresql"\n}\n';

interface Documented {
  readonly documentation?: string;
}

/** Separates the markers of a comment from its text. */
function withMarkers<One extends Documented>(one: One): One & { markers: string[] } {
  const { documentation = '', ...rest } = one;
  const markers = [...documentation.matchAll(/@(\w+)/g)].map(([, marker = '']) => marker);
  const text = documentation.replaceAll(/\s*@\w+/g, '');
  return { ...(rest as One), ...(text === '' ? {} : { documentation: text }), markers };
}

/** Returns the models of a text in Prisma's language; kit's does not name a database. */
export function modelsOf(text: string): Model[] {
  const schema = text.includes('datasource db') ? text : DATASOURCE + text;
  const { datamodel } = JSON.parse(
    get_dmmf(JSON.stringify({ prismaSchema: [['schema.prisma', schema]] })),
  ) as { datamodel: { models: Model[]; indexes: Index[] } };
  const indexes = Map.groupBy(datamodel.indexes, ({ model }) => model);
  return datamodel.models.map((model) => ({
    ...withMarkers(model),
    indexed: (indexes.get(model.name) ?? []).flatMap(({ fields }) => fields[0]?.name ?? []),
    fields: model.fields.filter((field) => field.kind !== 'object').map(withMarkers),
  }));
}

/** Returns the schema files of a service; those of kit's tables are kit's own. */
export const schemaFiles = (service: string): string[] =>
  globSync(`services/${service}/prisma/*.prisma`, { cwd: root }).sort();

/** Returns the concatenated text of some files of the repository. */
export const textOf = (files: readonly string[]): string =>
  files.map((file) => readFileSync(`${root}${file}`, 'utf8')).join('\n');

/** Returns the type of a column in a row. */
function typeOf({ type, nativeType, isList, isRequired }: Field): string {
  const isDay = nativeType?.[0] === 'Date';
  const one =
    {
      BigInt: 'number',
      Int: 'number',
      Float: 'number',
      Decimal: 'string',
      String: 'string',
      Boolean: 'boolean',
      DateTime: isDay && !isList ? 'string' : 'Date',
      Json: 'unknown',
      Bytes: 'Buffer',
    }[type] ?? 'never';
  if (isList) return `${one}[]`;
  return isRequired || one === 'unknown' ? one : `${one} | null`;
}

const WIDTH = 100;

/** Returns a comment of lines that are at most 100 columns wide; nothing for no text. */
function comment(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  const short = `${indent}/** ${text.replaceAll('\n', ' ')} */\n`;
  if (short.length <= WIDTH + 1) return short;
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = `${lines.at(-1) ?? `${indent} *`} ${word}`;
    if (lines.length === 0 || line.length > WIDTH) lines.push(`${indent} * ${word}`);
    else lines[lines.length - 1] = line;
  }
  return [`${indent}/**`, ...lines, `${indent} */`, ''].join('\n');
}

/**
 * Returns whether only the previous release uses a column, by its comment in schema.prisma: no
 * statement of this one may use it, so that the next can drop it.
 */
export const isLeaving = ({ documentation }: Field): boolean =>
  documentation?.endsWith('goes with a later migration') ?? false;

/**
 * Returns the types of the rows of each table, as TypeScript, without columns that will be dropped.
 */
export function tableTypes(models: readonly Model[]): string {
  const interfaces = models.map(({ name, fields, documentation }) => {
    const staying = fields.filter((field) => !isLeaving(field));
    const columns = staying.map(
      (field) => `${comment(field.documentation, '  ')}  ${field.name}: ${typeOf(field)};\n`,
    );
    return `${comment(documentation, '')}export interface ${name} {\n${columns.join('')}}\n`;
  });
  const header = '// The rows of each table, generated from schema.prisma by `npm run generate`.';
  return `${header}\n\n${interfaces.join('\n')}`;
}
