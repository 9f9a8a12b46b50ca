import type { Plugin } from 'vite';
import { endpoints } from '../bff/contract/gen/endpoints.ts';

/** The call tables: the contract's own and the one that the page's client re-exports. */
const TABLES: Readonly<Record<string, RegExp>> = {
  api: /\/client\.ts$/,
  endpoints: /\/endpoints(?:\.ts)?$/,
};

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node).flat()) if (isNode(value)) yield* nodesIn(value);
}

/**
 * Puts the method and path of a call into the file that makes it, in place of `api.login`: no page
 * loads the table of the other two hundred.
 */
export function directCalls(): Plugin {
  return {
    name: 'direct-calls',
    apply: 'build',
    transform: {
      filter: { id: /\/(?:web\/src|bff\/contract)\/.*\.tsx?$/, code: /\b(?:api|endpoints)\b/ },
      handler(code) {
        const tree = this.parse(code) as unknown as Node;
        const tables = new Set(
          (tree['body'] as Node[]).flatMap((statement) =>
            statement.type === 'ImportDeclaration' ? importedTables(statement) : [],
          ),
        );
        const calls = [...nodesIn(tree)]
          .flatMap((node) => callAt(node, tables))
          .sort((one, other) => one.start - other.start);
        if (calls.length === 0) return null;
        let direct = code;
        for (const { name, start, end } of calls.toReversed())
          direct = `${direct.slice(0, start)}${constantOf(name)}${direct.slice(end)}`;
        // one constant per call for the whole file, so comparing calls between two renders finds
        // the same
        const constants = [...new Set(calls.map(({ name }) => name))].map(
          (name) => `const ${constantOf(name)} = ${JSON.stringify(endpoints[name])};`,
        );
        return { code: `${constants.join('')}${direct}`, map: null };
      },
    },
  };
}

const constantOf = (name: string) => `$call_${name}`;

function importedTables({ source, specifiers }: Node): string[] {
  const from = String((source as Node)['value']);
  return (specifiers as Node[]).flatMap(({ local, imported }) => {
    const name = isNode(imported) ? String(imported['name']) : '';
    return TABLES[name]?.test(from) ? [String((local as Node)['name'])] : [];
  });
}

interface Call {
  name: keyof typeof endpoints;
  start: number;
  end: number;
}
function callAt(
  { type, object, property, computed, start, end }: Node,
  tables: Set<string>,
): Call[] {
  if (type !== 'MemberExpression' || computed || !isNode(object) || !isNode(property)) return [];
  if (object.type !== 'Identifier' || !tables.has(String(object['name']))) return [];
  const name = String(property['name']);
  if (!Object.hasOwn(endpoints, name)) throw new Error(`The contract has no call ${name}`);
  return [{ name: name as Call['name'], start, end }];
}
