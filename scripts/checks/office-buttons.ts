import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';

const src = fileURLToPath(new URL('../../web/src/', import.meta.url));

interface Syntax {
  type: string;
  [field: string]: unknown;
}
const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string';

/** A button of the office that may send a change. */
export interface OfficeButton {
  /** Each text that it may show or be called by. */
  labels: string[];
  /** It stands in a dialog or in a step that asks first. */
  isInDialog: boolean;
}

const BUTTONS = new Set(['Button', 'ActionIcon', 'UnstyledButton', 'Menu.Item', 'RowButton']);
const DIALOGS = new Set(['ModalFrame', 'ConfirmModal', 'ResultModal']);
/** Callbacks that close or move on in the page, and send nothing. */
const LOCAL =
  /^(on(Close|Cancel|Back|Keep|Clear|More|Done|Chosen|List|Retry)|close|refetch|navigate|open|set[A-Z]\w*|goTo|toList)$/;

const nameOf = (node: unknown): string => {
  if (!isSyntax(node)) return '';
  if (node.type === 'JSXMemberExpression')
    return `${nameOf(node['object'])}.${nameOf(node['property'])}`;
  return String(node['name'] ?? '');
};

function* nodesOf(node: Syntax): Generator<Syntax> {
  yield node;
  for (const value of Object.values(node))
    for (const one of Array.isArray(value) ? value : [value])
      if (isSyntax(one)) yield* nodesOf(one);
}

type Declared = ReadonlyMap<string, Syntax>;

/** What the constants of a source are called and begin with. */
const declaredIn = (tree: Syntax): Declared =>
  new Map(
    [...nodesOf(tree)]
      .filter((node) => node.type === 'VariableDeclarator' && isSyntax(node['init']))
      .map((node) => [nameOf(node['id']), node['init'] as Syntax]),
  );

/** The texts that an expression may give; values of a template become '…'. */
function textsOf(node: unknown, declared: Declared = new Map()): string[] {
  if (!isSyntax(node)) return [];
  const all = (...parts: unknown[]) => parts.flatMap((part) => textsOf(part, declared));
  switch (node.type) {
    case 'StringLiteral':
    case 'JSXText': {
      const text = String(node['value']).replace(/\s+/g, ' ').trim();
      return text === '' ? [] : [text];
    }
    case 'TemplateLiteral': {
      const quasis = node['quasis'] as { value: { cooked: string } }[];
      return [quasis.map(({ value }) => value.cooked).join('…')];
    }
    case 'ConditionalExpression':
      return all(node['consequent'], node['alternate']);
    case 'LogicalExpression':
      return all(node['left'], node['right']);
    case 'ObjectExpression':
      return all(...(node['properties'] as Syntax[]).map((property) => property['value']));
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return all(node['expression']);
    case 'MemberExpression':
      return node['computed'] ? all(node['object']) : [];
    case 'Identifier': {
      const name = nameOf(node);
      const others = new Map([...declared].filter(([other]) => other !== name));
      return textsOf(declared.get(name), others);
    }
    default:
      return [];
  }
}

function attributesOf(element: Syntax): Map<string, unknown> {
  const { attributes } = element['openingElement'] as { attributes: Syntax[] };
  return new Map(
    attributes
      .filter(({ type }) => type === 'JSXAttribute')
      .map((attribute) => [nameOf(attribute['name']), attribute['value']]),
  );
}

/** Whether a press does more than close, move on or change what the page shows. */
function sends(attributes: ReadonlyMap<string, unknown>): boolean {
  const type = textsOf(attributes.get('type'))[0];
  if (type === 'submit') return true;
  const press = attributes.get('onClick');
  if (!isSyntax(press)) return false;
  const handler = (press['expression'] ?? press) as Syntax;
  if (handler.type === 'Identifier' || handler.type === 'MemberExpression')
    return !LOCAL.test(nameOf(handler['property'] ?? handler));
  const calls = [...nodesOf(handler)].filter((node) => node.type === 'CallExpression');
  return calls.some(({ callee }) => {
    const called = callee as Syntax;
    return !LOCAL.test(nameOf(called['property'] ?? called));
  });
}

/** The buttons of a source that may send a change. */
export function buttonsIn(code: string): OfficeButton[] {
  const tree = parse(code, { sourceType: 'module', plugins: ['typescript', 'jsx'] });
  const declared = declaredIn(tree.program as unknown as Syntax);
  const found: OfficeButton[] = [];
  const look = (node: Syntax, isInDialog: boolean): void => {
    let inside = isInDialog;
    if (node.type === 'JSXElement') {
      const name = nameOf((node['openingElement'] as Syntax)['name']);
      const attributes = attributesOf(node);
      inside ||= DIALOGS.has(name);
      if (name === 'ConfirmModal')
        found.push({ labels: textsOf(attributes.get('confirm'), declared), isInDialog: true });
      if (BUTTONS.has(name) && sends(attributes)) {
        const own = (node['children'] as Syntax[]).flatMap((child) => textsOf(child, declared));
        const labels = own.length > 0 ? own : textsOf(attributes.get('aria-label'), declared);
        if (labels.length > 0) found.push({ labels, isInDialog: inside });
      }
    }
    for (const value of Object.values(node))
      for (const one of Array.isArray(value) ? value : [value])
        if (isSyntax(one)) look(one, inside);
  };
  look(tree.program as unknown as Syntax, false);
  return found;
}

/** The buttons of all pages with English texts, by file; students' texts are in the catalogue. */
export const officeButtons = (): (OfficeButton & { file: string })[] =>
  globSync('**/*.tsx', { cwd: src })
    .filter((file) => !file.endsWith('.test.tsx'))
    .toSorted()
    .flatMap((file) =>
      buttonsIn(readFileSync(src + file, 'utf8')).map((button) => ({ file, ...button })),
    );
