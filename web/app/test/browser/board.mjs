// Starts `stillpoint board` for a test, on any free port. STILLPOINT names another program than the one
// `make` puts into the main folder.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../..', import.meta.url));
export const program = process.env.STILLPOINT ?? join(root, 'stillpoint');

// Tables in the user's folder must not change a test, so it gets another one, where there are none.
export async function startBoard(engine = program, cache = '/nonexistent') {
  const board = spawn(program, ['board', '--no-open', '--port', '0', '--page', join(root, 'web/app/dist'), '--engine', engine], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  const address = await new Promise((found, failed) => {
    let text = '';
    board.stdout.on('data', (data) => {
      text += data;
      const match = /http:\S+/.exec(text);
      if (match) found(match[0]);
    });
    board.on('error', failed);
    setTimeout(() => failed(new Error(`${program} board gave no address; is it up to date? (make)`)), 120_000).unref();
    board.on('exit', (code) => failed(new Error(`the board ended with ${code}`)));
  });
  const ended = new Promise((done) => board.on('exit', done));
  return {
    address,
    pid: board.pid,
    end: async () => {
      board.stdin.end();
      await ended;
    },
  };
}
