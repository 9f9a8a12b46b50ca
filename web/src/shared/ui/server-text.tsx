import { createElement, Fragment, type ReactNode } from 'react';

const SAFE_LINK = /^(https?:|mailto:|tel:|\/(?!\/))/i;
const MARKUP = /<\/?(a|b|br)\b/i;

function read(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement)) return null;
  const inside = Array.from(node.childNodes, read);
  switch (node.tagName) {
    case 'BR':
      return <br key={key} />;
    case 'B':
      return <b key={key}>{inside}</b>;
    case 'A': {
      const href = node.getAttribute('href') ?? '';
      if (SAFE_LINK.test(href))
        return createElement('a', { key, href, rel: 'noopener noreferrer' }, inside);
      break;
    }
    case 'SCRIPT':
    case 'STYLE':
      return null;
  }
  return <Fragment key={key}>{inside}</Fragment>;
}

/**
 * A sentence of the server. Of its markup only links, bold and line breaks remain; everything else
 * becomes plain text. R-391.
 */
export function ServerText({ text }: { text: string }): ReactNode {
  if (!MARKUP.test(text)) return text;
  const { body } = new DOMParser().parseFromString(text, 'text/html');
  return Array.from(body.childNodes, read);
}
