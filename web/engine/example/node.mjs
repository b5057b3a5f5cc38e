// The engine in Node.js:  node example/node.mjs "position startpos moves e2e4" "go depth 12"
import { loadInNode } from './load_in_node.mjs';

const engine = await loadInNode('single', (line) => console.log(line));
for (const line of process.argv.length > 2 ? process.argv.slice(2) : ['go depth 10']) engine.send(line);
