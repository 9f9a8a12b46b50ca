import { globSync, readFileSync } from 'node:fs';
import { ts } from 'ts-morph';
import { root as here } from '../charts/charts.ts';

/** A statement in the source text of a service. */
export interface Statement {
  /** Path from the root, and the line. */
  readonly place: string;
  /** `kit`, or the service whose database is asked. */
  readonly service: string;
  /** With `$1` and so on for its values. */
  readonly text: string;
}

export const EVERYWHERE = 'services/**/*.ts';
export const DATABASE = 'services/kit/database/database.ts';
/** Tests say what they expect by the rows that they get. */
const LEFT_OUT = /\.test\.ts$|\/node_modules\/|\/testing\/message-pacts\.ts$/;
/** Of a database or a transaction: each sends the statement of its template. */
export const METHODS: ReadonlySet<string> = new Set(['many', 'maybe', 'one', 'run']);

/** Files that may ask a database, by their path from a root. */
export const filesOf = (pattern: string, root: string): string[] =>
  globSync(pattern, { cwd: root }).filter((file) => !LEFT_OUT.test(file));

export const serviceOf = (path: string): string => path.split('/')[1] ?? '';

/**
 * Every statement of the services, by the name of its tag alone: that there is no other way to ask,
 * and that no other tag has such a name, is what `npm run sql` sees by the types, which takes it ten
 * times as long. `root` is that of another release, with a slash.
 */
export function readStatements(root = here): Statement[] {
  return filesOf(EVERYWHERE, root).flatMap((path) => {
    if (path === DATABASE) return [];
    const source = ts.createSourceFile(
      path,
      readFileSync(`${root}${path}`, 'utf8'),
      ts.ScriptTarget.Latest,
    );
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

/** The name of the method that a node takes from an object, if it does. */
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
