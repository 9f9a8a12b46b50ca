import { globSync, readFileSync } from 'node:fs';
import { ts } from 'ts-morph';
import { root as here } from '../../charts/charts.ts';

/** A statement in the source text of a service. */
export interface Statement {
  /** Path from the root, and the line. */
  readonly place: string;
  /** `kit`, or the service with the database. */
  readonly service: string;
  /** With `$1` and so on for its values. */
  readonly text: string;
}

export const EVERYWHERE = 'services/**/*.ts';
export const DATABASE = 'services/kit/database/database.ts';
/** Tests state their rows in assertions. */
const LEFT_OUT = /\.test\.ts$|\/node_modules\/|\/testing\/message-pacts\.ts$/;
/** Methods of a database or a transaction that send the statement of their template. */
export const METHODS: ReadonlySet<string> = new Set(['many', 'maybe', 'one', 'run']);
/** A tag with such a name: two thirds of all files have none, and parsing them takes long. */
const HAS_TAG = new RegExp(`\\b(?:${[...METHODS].join('|')})\\b(?:['"]\\])?(?:<[^\`]*>)?\\s*\``);

/** Returns files that may use a database, by their path from a root. */
export const filesOf = (pattern: string, root: string): string[] =>
  globSync(pattern, { cwd: root }).filter((file) => !LEFT_OUT.test(file));

export const serviceOf = (path: string): string => path.split('/')[1] ?? '';

/**
 * Returns every statement of the services, by the name of its tag alone. `npm run sql` checks by
 * the types that no statement is sent otherwise and that no other tag has such a name, which takes
 * ten times as long. `root` is that of another release, with a slash.
 */
export function readStatements(root = here): Statement[] {
  return filesOf(EVERYWHERE, root).flatMap((path) => {
    if (path === DATABASE) return [];
    const text = readFileSync(`${root}${path}`, 'utf8');
    if (!HAS_TAG.test(text)) return [];
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
    const found: Statement[] = [];
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      if (!ts.isTaggedTemplateExpression(node) || !METHODS.has(methodNamed(node.tag) ?? '')) return;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push({
        place: `${path}:${line + 1}`,
        service: serviceOf(path),
        text: textOf(node.template),
      });
    };
    visit(source);
    return found;
  });
}

/** Returns the name of the method that a node takes from an object, if any. */
export function methodNamed(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isBindingElement(node)) return (node.propertyName ?? node.name).getText();
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    return node.argumentExpression.text;
  return undefined;
}

/** Returns the text of a template as it is sent, with `$1` and so on for its values. */
export function textOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return template.templateSpans.reduce(
    (text, span, index) => `${text}$${index + 1}${span.literal.text}`,
    template.head.text,
  );
}
