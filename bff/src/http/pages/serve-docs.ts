import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Router } from 'express';
import { Prepared, sendPrepared } from '../prepared.ts';
import { docsPolicy } from '../security/security-headers.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Calls | Student portal</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="calls"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;
const start =
  `SwaggerUIBundle({ url: '/api/openapi.json', domNode: document.getElementById('calls'), ` +
  `deepLinking: true, tryItOutEnabled: false });\n`;

const require = createRequire(import.meta.url);
const html = 'text/html; charset=utf-8';
const script = 'text/javascript; charset=utf-8';

/** The files of the page; the tool's own files are large and are read at their first request. */
const files: Readonly<Record<string, { type: string; body: () => Promise<Buffer> }>> = {
  '/docs': { type: html, body: async () => Buffer.from(page) },
  '/docs/start.js': { type: script, body: async () => Buffer.from(start) },
  '/docs/swagger-ui.css': {
    type: 'text/css; charset=utf-8',
    body: () => readFile(require.resolve('swagger-ui-dist/swagger-ui.css')),
  },
  '/docs/swagger-ui-bundle.js': {
    type: script,
    body: () => readFile(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  },
};

/**
 * Prepares the contract for sending. That takes a quarter of a second, so it is done once, at the
 * first request for it, and not at each start.
 */
async function prepareContract(publicUrl: string): Promise<Prepared> {
  const { openApi } = await import('./openapi.ts');
  return new Prepared(Buffer.from(JSON.stringify(openApi(publicUrl))));
}

/**
 * Returns a function that adds the contract as OpenAPI (openapi.json) and a page that shows it
 * (docs) to the router of /api. The page runs no inline script.
 */
export function serveDocs(publicUrl: string): (api: Router) => void {
  let contract: Promise<Prepared> | undefined;

  return (api) => {
    api.get('/openapi.json', async (request, response) => {
      contract ??= prepareContract(publicUrl).catch((error: unknown) => {
        contract = undefined; // the next request tries again
        throw error;
      });
      await sendPrepared(request, response, await contract);
    });
    for (const [path, { type, body }] of Object.entries(files))
      api.get(path, async (_request, response) => {
        response
          .set({
            'Content-Type': type,
            'Cache-Control': 'public, max-age=3600',
            'Content-Security-Policy': docsPolicy,
          })
          .end(await body());
      });
  };
}
