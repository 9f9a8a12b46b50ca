import {
  attributeOf,
  childrenOf,
  elementName,
  isSyntax,
  nodesIn,
  pageSources,
  type Syntax,
  syntaxOf,
} from './jsx.ts';

/** A button of the office that may send a change. */
export interface OfficeButton {
  /** The texts that it may show or be named by. */
  labels: string[];
  /** It is in a dialog or in a step that asks for confirmation. */
  isInDialog: boolean;
}

const BUTTONS = new Set(['Button', 'ActionIcon', 'UnstyledButton', 'Menu.Item', 'RowButton']);
const DIALOGS = new Set(['ModalFrame', 'ConfirmModal', 'ResultModal']);
/** Components that ask; `confirm` is the label of the button that makes the change. */
const CONFIRMATIONS = new Set(['ConfirmModal', 'ConfirmInPlace']);
/** Callbacks that close or navigate in the page, and send nothing. */
const LOCAL =
  /^(on(Close|Cancel|Back|Keep|Clear|More|Done|Chosen|List|Retry)|close|refetch|navigate|open|set[A-Z]\w*|goTo|toList)$/;

const nameOf = (node: unknown): string => (isSyntax(node) ? String(node['name'] ?? '') : '');

type Declared = ReadonlyMap<string, Syntax>;

/** Returns the constants of a source by their names. */
const declaredIn = (tree: Syntax): Declared =>
  new Map(
    [...nodesIn(tree)]
      .filter((node) => node.type === 'VariableDeclarator' && isSyntax(node['init']))
      .map((node) => [nameOf(node['id']), node['init'] as Syntax]),
  );

/** Returns the texts that an expression may give; values of a template become '…'. */
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

/** Returns whether a press does more than close, navigate or change the display. */
function sends(opening: Syntax): boolean {
  const type = textsOf(attributeOf(opening, 'type')?.['value'])[0];
  if (type === 'submit') return true;
  const press = attributeOf(opening, 'onClick')?.['value'];
  if (!isSyntax(press)) return false;
  const handler = (press['expression'] ?? press) as Syntax;
  if (handler.type === 'Identifier' || handler.type === 'MemberExpression')
    return !LOCAL.test(nameOf(handler['property'] ?? handler));
  const calls = [...nodesIn(handler)].filter((node) => node.type === 'CallExpression');
  return calls.some(({ callee }) => {
    const called = callee as Syntax;
    return !LOCAL.test(nameOf(called['property'] ?? called));
  });
}

/** Returns the buttons of a source that may send a change. */
export function buttonsIn(code: string): OfficeButton[] {
  const tree = syntaxOf(code);
  const declared = declaredIn(tree);
  const found: OfficeButton[] = [];
  const look = (node: Syntax, isInDialog: boolean): void => {
    let inside = isInDialog;
    if (node.type === 'JSXElement') {
      const opening = node['openingElement'] as Syntax;
      const name = elementName(opening);
      const textsIn = (attribute: string) =>
        textsOf(attributeOf(opening, attribute)?.['value'], declared);
      inside ||= DIALOGS.has(name);
      if (CONFIRMATIONS.has(name)) found.push({ labels: textsIn('confirm'), isInDialog: true });
      if (BUTTONS.has(name) && sends(opening)) {
        const own = (node['children'] as Syntax[]).flatMap((child) => textsOf(child, declared));
        const labels = own.length > 0 ? own : textsIn('aria-label');
        if (labels.length > 0) found.push({ labels, isInDialog: inside });
      }
    }
    for (const child of childrenOf(node)) look(child, inside);
  };
  look(tree, false);
  return found;
}

/**
 * Returns the buttons of all pages with English texts, by file; students' texts are in the
 * catalogue.
 */
export const officeButtons = (): (OfficeButton & { file: string })[] =>
  pageSources().flatMap(([file, code]) => buttonsIn(code).map((button) => ({ file, ...button })));
