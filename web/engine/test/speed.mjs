// How fast the modules are beside the native program: by the clock, and by the processor time both took, which
// depends less on what else the machine does. They take turns for the same reason.  node test/speed.mjs [rounds]
import { benchInNode, benchNatively, variants } from './bench_runs.mjs';

const rounds = Number(process.argv[2] ?? 5);
const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1].toFixed(2);
const found = Object.fromEntries(variants.map((variant) => [variant, { clock: [], processor: [] }]));
for (let round = 0; round < rounds; ++round)
  for (const variant of variants) {
    const native = benchNatively();
    const module = benchInNode(variant);
    found[variant].clock.push(module.speed / native.speed);
    found[variant].processor.push(native.seconds / module.seconds);
    console.log(`${variant}: ${module.speed} nps, native ${native.speed} nps`);
  }
for (const [variant, { clock, processor }] of Object.entries(found))
  console.log(`${variant}: ratio to native ${middle(clock)} by the clock, ${middle(processor)} by processor time (medians of ${rounds})`);
