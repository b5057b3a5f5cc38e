// Files as a careless web server would send them, without the headers that threads need unless they are given.
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { root } from './board.mjs';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.json': 'application/json' };

export async function startPlainServer(folder = join(root, 'web/app/dist'), { headers = {}, knowsWasm = true } = {}) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, 'http://x').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const end = extname(file);
    const type = end === '.wasm' && !knowsWasm ? undefined : types[end];
    response.writeHead(200, { 'Content-Type': type ?? 'application/octet-stream', ...headers });
    return createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    end: () => new Promise((done) => { server.closeAllConnections(); server.close(done); }),
  };
}
