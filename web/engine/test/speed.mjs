// How fast the modules are beside the native program, in a search as a page asks for it. They take turns, so that what
// else the machine does falls on all of them. `bench` would not do: it prints a line for each of hundreds of short
// iterations, and threads hand every line to another one and wait.  node test/speed.mjs [rounds]
import { searchInNode, searchNatively } from './search_runs.mjs';
import { flavours } from './bench_runs.mjs';

const rounds = Number(process.argv[2] ?? 5);
const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1].toFixed(2);
const ratios = Object.fromEntries(flavours.map((flavour) => [flavour, []]));
for (let round = 0; round < rounds; ++round)
  for (const flavour of flavours) {
    const native = await searchNatively();
    const module = await searchInNode(flavour);
    ratios[flavour].push(module / native);
    console.log(`${flavour}: ${module} nps, native ${native} nps`);
  }
for (const flavour of flavours) console.log(`${flavour}: ratio to native ${middle(ratios[flavour])} (median of ${rounds})`);
