import { Project, ts } from 'ts-morph';
import { root as here } from '../../charts/charts.ts';
import {
  DATABASE,
  EVERYWHERE,
  filesOf,
  METHODS,
  methodNamed,
  type Statement,
  serviceOf,
  textOf,
} from './statements.ts';

/** A statement of the services as the compiler sees it. */
export interface Template extends Statement {
  readonly values: readonly ts.Type[];
  /** The stated type of a row; undefined for `run`, which returns none. */
  readonly row: ts.Type | undefined;
}

export interface Templates {
  readonly found: readonly Template[];
  /** Places with queries that this check cannot see, and their kind. */
  readonly unseen: readonly string[];
  readonly checker: ts.TypeChecker;
}

/**
 * Files that query through `pg` itself: structure of databases, or whole tables by name (backups),
 * not rows of services.
 */
const MAY_USE_PG =
  /^services\/kit\/(?:backup\/|database\/|testing\.ts$|testing\/database-clock\.ts$)/;

const projects = new Map<string, Project>();
/** Files are parsed once, however often they are read with something else in the place of one. */
function projectOf(pattern: string, files: readonly string[]): Project {
  const known = projects.get(pattern);
  if (known) return known;
  const project = new Project({
    tsConfigFilePath: `${here}tsconfig.base.json`,
    skipAddingFilesFromTsConfig: true,
  });
  for (const file of files) project.addSourceFileAtPath(`${here}${file}`);
  projects.set(pattern, project);
  return project;
}

/**
 * Finds every statement of the services, or of some files, by the type of its tag. `overlay`
 * replaces files, by their path from the root.
 */
export function readTemplates(
  pattern = EVERYWHERE,
  overlay: ReadonlyMap<string, string> = new Map(),
): Templates {
  const files = filesOf(pattern, here);
  const project = projectOf(pattern, files);
  for (const [file, text] of overlay)
    project.createSourceFile(`${here}${file}`, text, { overwrite: true });
  const program = project.getProgram().compilerObject;
  // restores the files for the next reader; the program keeps its own texts
  for (const file of overlay.keys())
    project.getSourceFile(`${here}${file}`)?.refreshFromFileSystemSync();
  const checker = program.getTypeChecker();

  const found: Template[] = [];
  const unseen: string[] = [];
  for (const path of files) {
    const source = program.getSourceFile(`${here}${path}`);
    if (!source || path === DATABASE) continue;
    const placeOf = (node: ts.Node): string =>
      `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      const owner = ownerOf(node, checker);
      if (owner === 'pg' && !MAY_USE_PG.test(path))
        unseen.push(`${placeOf(node)} queries through pg`);
      if (owner !== 'kit') return;
      const use = node.parent;
      if (!ts.isTaggedTemplateExpression(use) || use.tag !== node)
        unseen.push(`${placeOf(node)} queries without a template`);
      else if (isCast(use)) unseen.push(`${placeOf(node)} casts its rows`);
      else
        found.push({
          place: placeOf(use),
          service: serviceOf(path),
          text: textOf(use.template),
          values: valuesOf(use.template).map((value) => checker.getTypeAtLocation(value)),
          row: rowOf(use, checker),
        });
    };
    visit(source);
  }
  return { found, unseen, checker };
}

/** Returns whose sending method a node names, if any. */
function ownerOf(node: ts.Node, checker: ts.TypeChecker): 'kit' | 'pg' | undefined {
  const name = methodNamed(node);
  if (name === undefined || (name !== 'query' && !METHODS.has(name))) return undefined;
  const symbol = ts.isBindingElement(node)
    ? checker.getTypeAtLocation(node.parent).getProperty(name)
    : checker.getTypeAtLocation((node as ts.PropertyAccessExpression).expression).getProperty(name);
  const declared = (symbol?.declarations ?? []).map((one) => one.getSourceFile().fileName);
  if (name === 'query')
    return declared.some((file) => file.includes('/@types/pg/')) ? 'pg' : undefined;
  return declared.some((file) => file.endsWith(DATABASE)) ? 'kit' : undefined;
}

/** Returns whether the answer of a statement is cast by `as`. */
function isCast(use: ts.Expression): boolean {
  const { parent } = use;
  if (ts.isAsExpression(parent)) return parent.type.getText() !== 'const';
  return (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) && isCast(parent);
}

const valuesOf = (template: ts.TemplateLiteral): readonly ts.Expression[] =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? []
    : template.templateSpans.map(({ expression }) => expression);

/**
 * Returns the `R` of `Promise<R[]>`, `Promise<R
 *
 * undefined>` or `Promise<R>`.
 */
function rowOf(use: ts.TaggedTemplateExpression, checker: ts.TypeChecker): ts.Type | undefined {
  if (methodNamed(use.tag) === 'run') return undefined;
  const signature = checker.getResolvedSignature(use);
  const awaited = signature && checker.getAwaitedType(signature.getReturnType());
  if (!awaited) return undefined;
  if (checker.isArrayType(awaited)) return checker.getTypeArguments(awaited as ts.TypeReference)[0];
  return awaited.flags & ts.TypeFlags.Unknown ? awaited : checker.getNonNullableType(awaited);
}
