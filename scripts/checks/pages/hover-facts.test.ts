import { expect, test } from '@jest/globals';
import { attributeOf, elementName, nodesIn, pageSources, type Syntax, syntaxOf } from './jsx.ts';

/** Components of Mantine that show their title; the others pass it on as a hover text. */
const SHOWS_TITLE = new Set(['Modal', 'Drawer', 'Alert', 'Notification']);
/** Files whose tooltip repeats what assistive technology and the open menu show anyway. */
const REPEATS = new Set(['app/theme/word.tsx']);

const namesOfMantine = (tree: Syntax): Set<string> =>
  new Set(
    [...nodesIn(tree)]
      .filter(
        ({ type, source }) =>
          type === 'ImportDeclaration' && (source as Syntax)['value'] === '@mantine/core',
      )
      .flatMap(({ specifiers }) => specifiers as Syntax[])
      .map(({ local }) => String((local as Syntax)['name'])),
  );

/** Whether a tooltip only repeats the name of the icon button in it. */
function repeatsName(tooltip: Syntax): boolean {
  const child = (tooltip['children'] as Syntax[]).find(({ type }) => type === 'JSXElement');
  return (
    child !== undefined &&
    attributeOf(child['openingElement'] as Syntax, 'aria-label') !== undefined
  );
}

/** Returns the elements of a source that show a fact only while a mouse hovers over them. */
function hoverFactsIn(code: string): string[] {
  const tree = syntaxOf(code);
  const ofMantine = namesOfMantine(tree);
  return [...nodesIn(tree)].flatMap((node) => {
    if (node.type !== 'JSXElement') return [];
    const opening = node['openingElement'] as Syntax;
    const name = elementName(opening);
    const [first = ''] = name.split('.');
    const isPassedOn = /^[a-z]/.test(name) || (ofMantine.has(first) && !SHOWS_TITLE.has(first));
    const isAbbreviation = name === 'abbr' || name === 'iframe';
    const title = isPassedOn && !isAbbreviation ? attributeOf(opening, 'title') : undefined;
    return [
      ...(title && !attributeOf(opening, 'aria-label') ? [`<${name} title>`] : []),
      ...(name === 'Tooltip' && !repeatsName(node) ? ['<Tooltip>'] : []),
    ];
  });
}

test.each([
  ['<td title={comment}>X</td>', ['<td title>']],
  ["import { Badge } from '@mantine/core'; <Badge title={comment}>X</Badge>", ['<Badge title>']],
  ['<Tooltip label={comment}><span>X</span></Tooltip>', ['<Tooltip>']],
  ["import { Modal } from '@mantine/core'; <Modal title={name}>X</Modal>", []],
  ['<Section title="Charges">X</Section>', []],
  ['<abbr title="Eastern time">ET</abbr>', []],
  ['<button title="Edit" aria-label="Edit"><Icon /></button>', []],
  ['<Tooltip label="Edit"><button aria-label="Edit"><Icon /></button></Tooltip>', []],
])('finds facts that only hovering shows: %s', (code, found) => {
  expect(hoverFactsIn(code)).toEqual(found);
});

test('no page shows a fact only while a mouse hovers over it', () => {
  expect(
    pageSources()
      .filter(([file]) => !REPEATS.has(file))
      .flatMap(([file, code]) => hoverFactsIn(code).map((fact) => `${file}: ${fact}`)),
  ).toEqual([]);
});
