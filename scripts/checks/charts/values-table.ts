// The table of settings in the chart's README, made from its schema and its values: `npm run
// chart-readme` writes it, and a test of the chart compares it.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chart, values } from './charts.ts';

interface Schema {
  description?: string;
  $ref?: string;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
}

const START = '<!-- made by npm run chart-readme from values.schema.json -->';
const END = '<!-- end -->';
export const readme = `${chart}/README.md`;

/** Returns every setting with a description, by its path in the values. */
function settings(schema: Schema, at: string): [path: string, description: string][] {
  if (schema.description) return [[at, schema.description]];
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) =>
    settings(inner, at ? `${at}.${key}` : key),
  );
}

/** Returns settings without a description, which the table would leave out. */
export function undescribed(): string[] {
  const { properties, definitions } = schemaOfChart();
  const without = (schema: Schema, at: string): string[] => {
    if (schema.description || schema.$ref === '#/definitions/part' || at === 'parts') return [];
    const inner = Object.entries(schema.properties ?? {});
    return inner.length === 0 ? [at] : inner.flatMap(([key, one]) => without(one, `${at}.${key}`));
  };
  return [
    ...Object.entries(properties ?? {}).flatMap(([key, one]) => without(one, key)),
    ...without(definitions?.part as Schema, 'parts.<part>'),
  ];
}

const schemaOfChart = (): Schema =>
  JSON.parse(readFileSync(`${chart}/values.schema.json`, 'utf8')) as Schema;

/** Formats a default; long ones are only in values.yaml. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text === undefined || text.length > 60 ? 'see values.yaml' : `\`${text}\``;
}

/** Returns the README with the current table. */
export function withTable(text: string): string {
  const { properties, definitions } = schemaOfChart();
  const { parts: _, defaults, ...others } = properties as Record<string, Schema>;
  const own = values();
  const valueAt = (path: string): unknown =>
    path.split('.').reduce((value, key) => value?.[key], own);
  const row = ([path, description]: [string, string], name = path) =>
    `| \`${name}\` | ${description} | ${shown(valueAt(path))} |`;
  const rows = [
    ...settings({ properties: others }, '').map((one) => row(one)),
    ...settings(definitions?.part as Schema, 'defaults').map((one) =>
      row(one, one[0].replace('defaults.', 'parts.<part>.')),
    ),
  ];
  const table = ['| Setting | What it is | Default |', '| --- | --- | --- |', ...rows].join('\n');
  const [before, rest] = text.split(START) as [string, string];
  return `${before}${START}\n\n${table}\n\n${END}${rest.slice(rest.indexOf(END) + END.length)}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(readme, withTable(readFileSync(readme, 'utf8')));
