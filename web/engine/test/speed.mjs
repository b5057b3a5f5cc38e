// How fast the modules are beside the native program, in a search as a page asks for it. They take turns, so that what
// else the machine does falls on all of them. `bench` would not do: it prints a line for each of hundreds of short
// iterations, and threads hand every line to another one and wait.  node test/speed.mjs [rounds]
import { searchInNode, searchNatively } from './search_runs.mjs';
import { variants } from './bench_runs.mjs';

const rounds = Number(process.argv[2] ?? 5);
const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1].toFixed(2);
const ratios = Object.fromEntries(variants.map((variant) => [variant, []]));
for (let round = 0; round < rounds; ++round)
  for (const variant of variants) {
    const native = await searchNatively();
    const module = searchInNode(variant);
    ratios[variant].push(module / native);
    console.log(`${variant}: ${module} nps, native ${native} nps`);
  }
for (const variant of variants) console.log(`${variant}: ratio to native ${middle(ratios[variant])} (median of ${rounds})`);
