import type { HtmlTagDescriptor, Plugin } from 'vite';

const START = '/src/start.tsx';
const STAFF = '/src/app/routes/staff-routes.tsx';

/**
 * Names the scripts and styles of the app in the page, to be fetched from the first moment: they
 * are found by a script otherwise, a round trip later. As styles of the page itself they would keep
 * a slow connection before an empty window. What only pages of staff need is marked: the server
 * leaves it out of the others (`serve-pages.ts`).
 */
export function earlyFiles(): Plugin {
  return {
    name: 'early-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = new Map(
          Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' ? [[file.fileName, file] as const] : [],
          ),
        );
        /** Returns the built file of a source, with all its imports. */
        const filesOf = (source: string) => {
          const chunk = [...chunks.values()].find(({ facadeModuleId }) =>
            facadeModuleId?.endsWith(source),
          );
          if (!chunk) throw new Error(`No file was built of ${source}`);
          const wanted = new Set([chunk.fileName]);
          for (const name of wanted)
            for (const next of chunks.get(name)?.imports ?? []) wanted.add(next);
          return wanted;
        };
        const stylesOf = (names: Iterable<string>) =>
          new Set(
            [...names].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]),
          );
        const forAll = filesOf(START);
        const forStaff = [...filesOf(STAFF)].filter((name) => !forAll.has(name));
        const styles = stylesOf(forAll);
        const stylesForStaff = [...stylesOf(forStaff)].filter((name) => !styles.has(name));
        const link = (href: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: '', href: `/${href}` },
          injectTo: 'head',
        });
        const marked = { 'data-area': 'staff' };
        const style = { rel: 'preload', as: 'style' };
        const script = { rel: 'modulepreload' };
        return [
          ...[...styles].map((href) => link(href, style)),
          ...[...forAll].map((href) => link(href, script)),
          ...stylesForStaff.map((href) => link(href, { ...style, ...marked })),
          ...forStaff.map((href) => link(href, { ...script, ...marked })),
        ];
      },
    },
  };
}
