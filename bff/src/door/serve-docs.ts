import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { RequestHandler } from 'express';
import { openApi } from './openapi.ts';
import { Prepared, sendPrepared } from './prepared.ts';
import { docsPolicy } from './security-headers.ts';

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
const start = `SwaggerUIBundle({ url: '/api/openapi.json', domNode: document.getElementById('calls'), deepLinking: true, tryItOutEnabled: false });\n`;

interface DocsFile {
  type: string;
  body: Buffer;
}

/** Serves the contract as OpenAPI at /api/openapi.json, and a page that shows it at /api/docs. The page runs no inline script. */
export async function serveDocs(publicUrl: string): Promise<RequestHandler> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const files: Readonly<Record<string, DocsFile>> = {
    '/api/docs': { type: 'text/html; charset=utf-8', body: Buffer.from(page) },
    '/api/docs/start.js': { type: 'text/javascript; charset=utf-8', body: Buffer.from(start) },
    '/api/docs/swagger-ui.css': { type: 'text/css; charset=utf-8', body: await readFile(join(folder, 'swagger-ui.css')) },
    '/api/docs/swagger-ui-bundle.js': {
      type: 'text/javascript; charset=utf-8',
      body: await readFile(join(folder, 'swagger-ui-bundle.js')),
    },
  };
  const contract = new Prepared(Buffer.from(JSON.stringify(openApi(publicUrl))));

  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (request.path === '/api/openapi.json') return sendPrepared(request, response, contract);
    const file = files[request.path];
    if (!file) return next();
    response
      .set({ 'Content-Type': file.type, 'Cache-Control': 'public, max-age=3600', 'Content-Security-Policy': docsPolicy })
      .end(file.body);
  };
}
