import type { App } from '../app';
import { expectation, positionLine, type Info } from '../engine/uci';
import { Signal } from '../signal';
import { texts as allTexts } from '../texts';
import { el } from '../view/dom';

const texts = allTexts.explain;

interface Explained {
  move: string;
  text: string;
}

const leastDepth = 8; // before that the lines still change too often
const longestLine = 12; // half-moves the engine is told: reasons lie at the beginning
const pause = 1500; // ms between questions while the analysis goes on
const deepestWhy = 14; // what the search did with a move is seen long before, and nobody waits for minutes

// Says beside each line of the analysis why its first move is played, in the engine's words.
export class Explanations {
  readonly changed = new Signal();
  private fen = '';
  private readonly texts = new Map<string, string>(); // by first move, for this position
  private readonly answers = new Map<string, string>(); // to `why`, likewise
  private asked = ''; // what the last question was about
  private isAsking = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly app: App) {
    app.analysis.changed.on(() => this.follow());
    app.changed.on(() => this.follow());
  }

  // What stands below a line of the position on the board.
  noteOn(info: Info, first: Info | undefined): Node[] {
    const move = info.pv[0] ?? '';
    const text = this.fenIsShown ? this.texts.get(move) : undefined;
    if (text === undefined) return [];
    const answer = this.answers.get(move);
    return [
      el(
        'p',
        { class: 'explanation' },
        text,
        ...(info.multiPv > 1 && first ? [` ${behind(info, first)}`] : []),
        ' ',
        el('button', { type: 'button', class: 'small', title: texts.whyTitle, onclick: () => void this.why(move, Math.min(info.depth, deepestWhy)) }, texts.why),
        ...(answer ? [el('span', { class: 'answer', role: 'status' }, answer)] : []),
      ),
    ];
  }

  private get fenIsShown(): boolean {
    return this.fen === this.app.tree.current.fen;
  }

  // The analysis has more to say, or there is another position.
  private follow(): void {
    if (!this.fenIsShown) {
      this.fen = this.app.tree.current.fen;
      this.texts.clear();
      this.answers.clear();
      this.asked = '';
    }
    if (this.timer === undefined) this.timer = setTimeout(() => void this.ask(), this.texts.size === 0 ? 200 : pause);
  }

  private async ask(): Promise<void> {
    this.timer = undefined;
    const { app, fen } = this;
    const lines = app.lines.filter((info) => info !== undefined && info.depth >= leastDepth && info.pv.length > 0) as Info[];
    const question = lines.map((info) => info.pv.slice(0, 4).join(' ')).join(', ');
    if (this.isAsking || !this.fenIsShown || lines.length === 0 || lines.length < app.lines.length || question === this.asked) return;
    if (!app.session?.hasLab || app.analysis.isBusyWithGame) return;
    const command = `explain json ${lines.map((info) => `line ${info.pv.slice(0, longestLine).join(' ')}`).join(' ')}`;
    this.isAsking = true;
    try {
      const answer = await this.send(command);
      if (answer === undefined || fen !== this.fen) return;
      this.asked = question;
      for (const { move, text } of (JSON.parse(answer) as { explained: Explained[] }).explained) this.texts.set(move, text);
      this.changed.emit();
    } catch {
      this.asked = question; // an engine that ended says so elsewhere
    } finally {
      this.isAsking = false;
      if (fen !== this.fen || app.analysis.isOn) this.follow();
    }
  }

  // Beside the running search where the engine can do that, otherwise when it rests.
  private async send(command: string): Promise<string | undefined> {
    const { session, analysis, tree } = this.app;
    const isAnswer = (line: string): boolean => line.startsWith('{"explained"');
    if (analysis.isOn) {
      const answer = await session?.aside(command, isAnswer);
      return answer !== undefined && isAnswer(answer) ? answer : undefined;
    }
    const lines = await session?.collect([positionLine(tree.engineLine()), command], { givesWay: true });
    return lines?.find(isAnswer);
  }

  // What the search did with the move, from the lab. The analysis has to end for it.
  private async why(move: string, depth: number): Promise<void> {
    const { app, fen } = this;
    app.analysis.stop();
    this.answers.set(move, texts.asking);
    this.changed.emit();
    const lines = await app.session?.collect([positionLine(app.tree.engineLine()), `why ${move} depth ${depth}`]).catch((problem: unknown) => [String(problem)]);
    if (fen !== this.fen) return;
    this.answers.set(move, lines?.[0]?.replace(/^info string (error: )?/, '') ?? '');
    this.changed.emit();
  }
}

function behind(info: Info, first: Info): string {
  const gap = (expectation(first.score, first.wdl) - expectation(info.score, info.wdl)) * 100;
  return gap < 0.5 ? texts.asGoodAsFirst : texts.behindFirst(gap.toFixed(0));
}
