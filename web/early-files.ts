import type { HtmlTagDescriptor, Plugin } from 'vite';

const START = '/src/start.tsx';

/**
 * Names the scripts and styles of the app in the page, to be fetched from the first moment: they
 * are found by a script otherwise, a round trip later. As styles of the page itself they would keep
 * a slow connection before an empty window.
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
        const start = [...chunks.values()].find(({ facadeModuleId }) =>
          facadeModuleId?.endsWith(START),
        );
        if (!start) throw new Error(`No file was built of ${START}`);
        const wanted = new Set([start.fileName]);
        for (const name of wanted)
          for (const next of chunks.get(name)?.imports ?? []) wanted.add(next);
        const styles = new Set(
          [...wanted].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]),
        );
        const link = (href: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: '', href: `/${href}` },
          injectTo: 'head',
        });
        return [
          ...[...styles].map((href) => link(href, { rel: 'preload', as: 'style' })),
          ...[...wanted].map((href) => link(href, { rel: 'modulepreload' })),
        ];
      },
    },
  };
}
