import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { toString as textOf } from 'mdast-util-to-string';
import { gfmTable } from 'micromark-extension-gfm-table';

/** A piece of a page and the line on which it begins. */
export interface Piece {
  readonly text: string;
  readonly line: number;
}

/** What the checks read of a Markdown file. */
export interface Page {
  readonly path: string;
  readonly lines: readonly string[];
  readonly headings: readonly Piece[];
  /** Paragraphs outside tables and quotations; code in a line counts as one word. */
  readonly paragraphs: readonly Piece[];
  /** Code in a line, also in tables. */
  readonly spans: readonly Piece[];
  /** Lines of code blocks, pictures in Mermaid left out. */
  readonly code: readonly Piece[];
  /** Addresses of links and images. */
  readonly links: readonly Piece[];
  /** Numbers of the lines outside tables and code blocks. */
  readonly proseLines: readonly number[];
}

interface PageNode {
  readonly node: Nodes;
  readonly line: number;
  readonly isExempt: boolean;
}

function* nodesBelow(node: Nodes, isExempt = false): Generator<PageNode> {
  yield { node, line: node.position?.start.line ?? 1, isExempt };
  const exempt = isExempt || node.type === 'table' || node.type === 'blockquote';
  if ('children' in node)
    for (const child of (node as Parents).children) yield* nodesBelow(child, exempt);
}

/** Returns the words of a paragraph, with each piece of code as the one word `Code`. */
function wordsOf(node: Nodes): string {
  if (node.type === 'inlineCode') return 'Code';
  if (node.type === 'break') return ' ';
  return 'children' in node ? (node as Parents).children.map(wordsOf).join('') : textOf(node);
}

/** Parses a Markdown file of GitHub's dialect. */
export function parsePage(path: string, markdown: string): Page {
  const lines = markdown.replace(/\n$/, '').split('\n');
  const tree = fromMarkdown(markdown, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const found = [...nodesBelow(tree)];
  const pieces = (pick: (one: PageNode) => string | null): Piece[] =>
    found.flatMap((one) => {
      const text = pick(one);
      return text === null ? [] : [{ text, line: one.line }];
    });
  const blocks = found.filter(({ node }) => node.type === 'code' || node.type === 'table');
  const inBlocks = new Set(
    blocks.flatMap(({ node: { position } }) =>
      position === undefined
        ? []
        : Array.from(
            { length: position.end.line - position.start.line + 1 },
            (_, at) => position.start.line + at,
          ),
    ),
  );
  return {
    path,
    lines,
    headings: pieces(({ node }) => (node.type === 'heading' ? textOf(node) : null)),
    paragraphs: pieces(({ node, isExempt }) =>
      node.type === 'paragraph' && !isExempt ? wordsOf(node) : null,
    ),
    spans: pieces(({ node }) => (node.type === 'inlineCode' ? node.value : null)),
    code: found.flatMap(({ node, line }) =>
      node.type === 'code' && node.lang !== 'mermaid'
        ? node.value.split('\n').map((text, at) => ({ text, line: line + at }))
        : [],
    ),
    links: pieces(({ node }) => (node.type === 'link' || node.type === 'image' ? node.url : null)),
    proseLines: lines.map((_, at) => at + 1).filter((line) => !inBlocks.has(line)),
  };
}
