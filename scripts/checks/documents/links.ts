import { dirname, normalize } from 'node:path';
import Slugger from 'github-slugger';
import type { Page } from './page.ts';
import type { Repository } from './repository.ts';

const ABSOLUTE = /^(?:https?|mailto):/;

function anchorsOf({ headings }: Page): ReadonlySet<string> {
  const slugger = new Slugger();
  return new Set(headings.map(({ text }) => slugger.slug(text)));
}

/** Returns a fault for each link whose file or heading does not exist, and for lonely pages. */
export function linkFaults(pages: readonly Page[], { paths }: Repository): readonly string[] {
  const anchors = new Map(pages.map((page) => [page.path, anchorsOf(page)]));
  const reached = new Set<string>();
  const faults = pages.flatMap(({ path, links }) =>
    links
      .filter(({ text }) => !ABSOLUTE.test(text))
      .flatMap(({ text, line }) => {
        const [file = '', anchor] = text.split('#');
        const target =
          file === '' ? path : normalize(`${dirname(path)}/${decodeURI(file)}`).replace(/\/$/, '');
        if (target !== path) reached.add(target);
        if (!paths.has(target)) return [`${path}:${line}: link to ${text}, which does not exist`];
        return anchor === undefined || !anchors.has(target) || anchors.get(target)?.has(anchor)
          ? []
          : [`${path}:${line}: link to ${text}, where no heading has that name`];
      }),
  );
  const lonely = pages
    .filter(({ path }) => path !== 'README.md' && !reached.has(path))
    .map(({ path }) => `${path}:1: no other page links here`);
  return [...faults, ...lonely];
}
